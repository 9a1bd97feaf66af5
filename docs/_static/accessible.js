// @ts-check
// What the theme leaves undone for people who read by keyboard or by ear.

/** Whatever scrolls inside itself can be reached by the Tab key, as long as there is a need. */
function openScrollers() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}

/**
 * @param {string} selector
 * @param {string} name
 * @param {string} value
 */
function mark(selector, name, value) {
  for (const element of document.querySelectorAll(selector)) element.setAttribute(name, value);
}

document.addEventListener("DOMContentLoaded", () => {
  openScrollers();
  window.addEventListener("resize", openScrollers);
  // A signature of several lines is laid out as a list of definitions, which it is not.
  mark(".sig dl", "role", "presentation");
  // The headings between the names of the pages have a level.
  mark(".caption[role=heading]", "aria-level", "2");
});
