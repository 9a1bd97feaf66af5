// @ts-check
/** The playground: sends what is written in its fields to playground.py, and shows the answer. */

import { boot, importFile } from "./boot.js";
import { cardButton, cardElement, cardName } from "./cards.js";

/** @typedef {{cards: string[], words: string}} Move */
/** @typedef {{total: string, moves: Move[], left: boolean}} Moves */
/** @typedef {{state: string, words: string, rules: string[], addable: string[]}} Verdict */
/** @typedef {"hand" | "table" | "play"} Field */
/**
 * What `answer` in playground.py gives.
 *
 * @typedef {object} Answer
 * @property {Record<string, string>} faults
 * @property {Partial<Record<Field, string[]>>} cards
 * @property {Partial<Record<Field, string>>} words
 * @property {Moves | null} moves
 * @property {Verdict | null} verdict
 */

/** What is asked until somebody asks something else. */
const FIRST = { rules: "CARDGAMES_IO", hand: "4S 4C 5D 5H 6S 6H 9C 2S", table: "2H" };

/**
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E}
 */
function find(selector, kind) {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} ${selector} on the page`);
  return found;
}

const form = find("#pg-question", HTMLFormElement);
const held = find("#pg-held", HTMLElement);
const list = find("#pg-moves", HTMLElement);
const moreButton = find("#pg-more", HTMLButtonElement);
const total = find("#pg-total", HTMLElement);
const verdict = find("#pg-verdict", HTMLElement);
const fields = {
  rules: find("#pg select[name=rules]", HTMLSelectElement),
  opening: find("#pg select[name=opening]", HTMLSelectElement),
  hand: find("#pg input[name=hand]", HTMLInputElement),
  table: find("#pg input[name=table]", HTMLInputElement),
  play: find("#pg input[name=play]", HTMLInputElement),
};
const decks = {
  hand: find("#pg-hand-deck", HTMLElement),
  table: find("#pg-table-deck", HTMLElement),
};

/** The module playground.py. @type {any} */
let python;
/** The cards that were last read in each field. @type {Record<Field, string[]>} */
const cards = { hand: [], table: [], play: [] };

/** What is written in the fields. */
const written = () => Object.entries(fields).map(([name, field]) => [name, field.value.trim()]);

/** The question, for Python. */
const asked = () => JSON.stringify(Object.fromEntries(written()));

/** Ask, and keep the question in the address of the page. */
function ask() {
  const question = new URLSearchParams(written().filter(([, text]) => text !== ""));
  history.replaceState(null, "", `#${question}`);
  show(JSON.parse(python.answer(asked())));
}

/** @param {Answer} answer */
function show(answer) {
  for (const [name, field] of Object.entries(fields)) {
    const fault = answer.faults[name] ?? "";
    field.ariaInvalid = String(fault !== "");
    find(`#pg-${name}-fault`, HTMLElement).textContent = fault;
  }
  for (const field of /** @type {Field[]} */ (["hand", "table", "play"])) {
    cards[field] = answer.cards[field] ?? cards[field];
    find(`#pg-${field}-words`, HTMLElement).textContent = answer.words[field] ?? "";
  }
  press(decks.hand, cards.hand);
  press(decks.table, cards.table);
  showHeld(answer.verdict?.addable ?? []);
  showOpenings();
  showVerdict(answer.verdict);
  list.replaceChildren();
  total.textContent = "";
  moreButton.hidden = true;
  if (answer.moves) showMoves(answer.moves);
}

/** @param {string[]} addable */
function showHeld(addable) {
  const shown = [...held.children].map((card) => /** @type {HTMLElement} */ (card).dataset.card);
  if (shown.join() !== cards.hand.join()) fill(held, cards.hand);
  press(held, cards.play);
  for (const card of /** @type {Iterable<HTMLElement>} */ (held.children)) {
    const name = card.dataset.card ?? "";
    const open = addable.includes(name) || cards.play.includes(name);
    card.classList.toggle("pg-open", open);
    card.ariaLabel = cardName(name) + (open ? "" : ", in no play with the chosen cards");
  }
}

/** The cards of the hand can be asked for, and whatever the address of the page has asked for. */
function showOpenings() {
  const chosen = fields.opening.value;
  const choices = ["", ...cards.hand];
  if (!choices.includes(chosen)) choices.push(chosen);
  const names = new Map(cards.hand.map((card) => [card, cardName(card)])).set(
    "",
    "no special card",
  );
  fields.opening.replaceChildren(
    ...choices.map((card) => new Option(names.get(card) ?? card, card)),
  );
  fields.opening.value = chosen;
}

/** @param {Verdict | null} judged */
function showVerdict(judged) {
  verdict.className = judged ? `pg-${judged.state}` : "";
  verdict.replaceChildren();
  if (judged === null) return;
  verdict.append(judged.words);
  for (const rule of judged.rules) {
    const link = document.createElement("a");
    link.href = `rulebook.html#rule-${rule.replace(".", "-")}`;
    link.textContent = `Rule ${rule}`;
    verdict.append(" ", link);
  }
}

/** @param {Moves} moves */
function showMoves(moves) {
  for (const { cards, words } of moves.moves) {
    const item = document.createElement("li");
    item.append(...cards.map(cardElement), " ", words);
    list.append(item);
  }
  const shown = moves.left ? `, of which ${list.childElementCount} are shown` : "";
  total.textContent = `${moves.total} legal ${moves.total === "1" ? "play" : "plays"}${shown}`;
  moreButton.hidden = !moves.left;
}

/**
 * Put cards into a box, of which one can be reached by the Tab key and the others from there.
 *
 * @param {HTMLElement} box
 * @param {string[]} names
 */
function fill(box, names) {
  box.replaceChildren(...names.map(cardButton));
  point(box, box.firstElementChild);
}

/**
 * @param {HTMLElement} box
 * @param {EventTarget | null} stop the card that the Tab key leads to
 */
function point(box, stop) {
  for (const card of /** @type {Iterable<HTMLElement>} */ (box.children)) {
    card.tabIndex = card === stop ? 0 : -1;
  }
}

/**
 * @param {HTMLElement} box
 * @param {string[]} chosen
 */
function press(box, chosen) {
  for (const card of /** @type {Iterable<HTMLElement>} */ (box.children)) {
    card.ariaPressed = String(chosen.includes(card.dataset.card ?? ""));
  }
}

/** What the arrow keys do to a place on the screen. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Give the next card in a direction, as it lies on the screen.
 *
 * @param {HTMLElement} from
 * @param {[number, number]} direction
 * @returns {HTMLElement | undefined}
 */
function next(from, [right, down]) {
  /** @param {HTMLElement} card */
  function distance(card) {
    const x = card.offsetLeft - from.offsetLeft;
    const y = card.offsetTop - from.offsetTop;
    const along = x * right + y * down;
    return along > 0 ? along + 100 * Math.abs(x * down + y * right) : Number.POSITIVE_INFINITY;
  }
  const others = /** @type {HTMLElement[]} */ ([...(from.parentElement?.children ?? [])]);
  const [nearest] = others.sort((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) < Number.POSITIVE_INFINITY ? nearest : undefined;
}

/**
 * Let a click on a card of a box put the card into a field, or take it out.
 *
 * @param {HTMLElement} box
 * @param {Field} field
 */
function choose(box, field) {
  box.addEventListener("click", ({ target }) => {
    const card = target instanceof Element && target.closest("button")?.dataset.card;
    if (!card) return;
    const without = cards[field].filter((each) => each !== card);
    const chosen = without.length < cards[field].length ? without : [...without, card];
    fields[field].value = chosen.join(" ");
    ask();
    fields[field].value = cards[field].join(" ");
  });
  box.addEventListener("focusin", ({ target }) => point(box, target));
  box.addEventListener("keydown", (event) => {
    const direction = ARROWS[event.key];
    if (!direction || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    next(event.target, direction)?.focus();
  });
}

/** Take the question from the address of the page, if there is one. */
function readAddress() {
  const question = new URLSearchParams(location.hash.slice(1));
  const given = [...question.keys()].some((name) => name in fields);
  const values = given ? Object.fromEntries(question) : FIRST;
  const texts = /** @type {Record<string, string | undefined>} */ (values);
  fields.opening.replaceChildren(new Option("", texts.opening ?? ""));
  for (const [name, field] of Object.entries(fields)) field.value = texts[name] ?? "";
  if (!given || !("rules" in texts)) fields.rules.value = FIRST.rules;
  ask();
}

async function start() {
  const button = find("#pg-start button", HTMLButtonElement);
  const status = find("#pg-start [role=status]", HTMLElement);
  button.disabled = true;
  try {
    const pyodide = await boot("_static/runtime/", (doing) => {
      status.textContent = doing;
    });
    python = await importFile(pyodide, "_static/playground.py");
  } catch (error) {
    console.warn(error);
    status.textContent = "Python cannot be loaded: this copy of the site was built without it.";
    button.disabled = false;
    return;
  }
  const { rules, pack } = JSON.parse(python.choices());
  fill(decks.hand, pack);
  fill(decks.table, pack);
  choose(decks.hand, "hand");
  choose(decks.table, "table");
  choose(held, "play");
  fields.rules.replaceChildren(...rules.map((/** @type {string} */ name) => new Option(name)));
  form.addEventListener("input", ask);
  form.addEventListener("submit", (event) => event.preventDefault());
  moreButton.addEventListener("click", () => {
    showMoves(JSON.parse(python.more(asked(), list.childElementCount)));
    if (moreButton.hidden) total.focus();
  });
  find("#pg-deal", HTMLButtonElement).addEventListener("click", () => {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    fields.hand.value = python.deal(seed);
    fields.play.value = "";
    fields.opening.value = "";
    ask();
  });
  window.addEventListener("hashchange", readAddress);
  readAddress();
  find("#pg-start", HTMLElement).hidden = true;
  form.hidden = false;
  fields.rules.focus();
}

find("#pg-start button", HTMLButtonElement).addEventListener("click", start);
