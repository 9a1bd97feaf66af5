// @ts-check
/** Cards as elements, made of their short names, such as "3S" or "TH"; `cards.css` draws them. */

/** @type {Record<string, [sign: string, name: string]>} */
const SUITS = {
  // The sign is followed by U+FE0E, so that no system draws it as a coloured picture.
  S: ["♠\uFE0E", "spades"],
  C: ["♣\uFE0E", "clubs"],
  D: ["♦\uFE0E", "diamonds"],
  H: ["♥\uFE0E", "hearts"],
};

/** @type {Record<string, [sign: string, name: string]>} */
const RANKS = {
  T: ["10", "10"],
  J: ["J", "jack"],
  Q: ["Q", "queen"],
  K: ["K", "king"],
  A: ["A", "ace"],
};

/**
 * @param {string} card
 * @returns {{rank: [sign: string, name: string], suit: [sign: string, name: string]}}
 */
function parts(card) {
  const [rank, suit] = card;
  return { rank: RANKS[rank] ?? [rank, rank], suit: SUITS[suit] };
}

/**
 * What a screen reader says: "3 of spades".
 *
 * @param {string} card
 */
export function cardName(card) {
  const { rank, suit } = parts(card);
  return `${rank[1]} of ${suit[1]}`;
}

/**
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string} card
 * @returns {E}
 */
function draw(element, card) {
  const { rank, suit } = parts(card);
  element.classList.add("card", suit[1]);
  element.dataset.card = card;
  for (const [sign, part] of [
    [rank[0], "rank"],
    [suit[0], "suit"],
  ]) {
    // The face is a picture: cards.css draws the sign, and what is read out is the name.
    const span = document.createElement("span");
    span.className = part;
    span.dataset.sign = sign;
    element.append(span);
  }
  return element;
}

/**
 * A card to look at.
 *
 * @param {string} card
 * @returns {HTMLSpanElement}
 */
export function cardElement(card) {
  const element = draw(document.createElement("span"), card);
  element.role = "img";
  element.ariaLabel = cardName(card);
  return element;
}

/**
 * A card to choose; who puts it on a page says by `ariaPressed` whether it is chosen.
 *
 * @param {string} card
 * @returns {HTMLButtonElement}
 */
export function cardButton(card) {
  const element = draw(document.createElement("button"), card);
  element.type = "button";
  element.ariaPressed = "false";
  element.ariaLabel = cardName(card);
  return element;
}
