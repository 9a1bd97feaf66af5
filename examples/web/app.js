// @ts-check
/** The page: shows what the table in `table.py` tells, and sends it what is clicked. */

import { boot, importFile } from "./boot.js";
import { cardButton, cardElement, cardName } from "./cards.js";

/**
 * @typedef {object} Player
 * @property {string} name
 * @property {number} count
 * @property {number} score
 * @property {boolean} turn
 * @property {boolean} passed
 * @property {boolean} stopped
 * @property {number | null} place
 * @property {string[]} hand
 */

/**
 * What `Table.screen` in `table.py` tells.
 *
 * @typedef {object} Screen
 * @property {string | null} rules
 * @property {number} seats
 * @property {number | null} target
 * @property {number} seed
 * @property {Player[]} players
 * @property {{card: string, chosen: boolean, addable: boolean}[]} hand
 * @property {{cards: string[], kind: string, by: string} | null} table
 * @property {string} message
 * @property {string[]} history
 * @property {boolean} can_play
 * @property {boolean} can_pass
 * @property {boolean} can_hint
 * @property {boolean} can_undo
 * @property {boolean} can_deal
 * @property {boolean} bots
 * @property {string | null} winner
 */

/** @typedef {{name: string, title: string, target: number | null}} RuleSet */

const STORE = "tienlen";

/**
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id} on the page`);
  return found;
}

/** @param {string} id */
const button = (id) => element(id, HTMLButtonElement);

const game = element("game", HTMLElement);
const hand = element("hand", HTMLElement);
const history = element("history", HTMLElement);
const loading = element("loading", HTMLElement);
const message = element("message", HTMLElement);
const pace = element("pace", HTMLSelectElement);
const options = element("options", HTMLFormElement);
const rulesChoice = element("rules", HTMLSelectElement);
const points = element("points", HTMLInputElement);
const seedField = element("seed", HTMLInputElement);
const record = element("record", HTMLTextAreaElement);
const newDialog = element("new", HTMLDialogElement);
const filesDialog = element("files", HTMLDialogElement);

/** The Python object, and what it has told last. @type {any} */
let table;
/** @type {Screen} */
let screen;
/** @type {RuleSet[]} */
let ruleSets = [];
/** The card that the Tab key leads to. */
let current = 0;
/** @type {number | undefined} */
let timer;

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(string | Node)} content
 */
function make(tag, className, ...content) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

/** @param {number} place */
const ordinal = (place) => ["1st", "2nd", "3rd", "4th"][place - 1];

/** @param {Player} player */
function playerItem(player) {
  const item = make("li", player.turn ? "player turn" : "player");
  if (player.turn) item.ariaCurrent = "true";
  const state = player.turn
    ? "turn"
    : player.place !== null
      ? ordinal(player.place)
      : player.stopped
        ? "stopped"
        : player.passed
          ? "passed"
          : "";
  item.append(
    make("strong", "name", player.name),
    make("span", "count", `${player.count} ${player.count === 1 ? "card" : "cards"}`),
    make("span", "score", `${player.score} ${Math.abs(player.score) === 1 ? "point" : "points"}`),
    make("span", "state", state),
  );
  if (player.hand.length > 0) item.append(make("span", "left", ...player.hand.map(cardElement)));
  return item;
}

/**
 * Move the one stop of the Tab key, and with `focus` the focus itself.
 *
 * @param {number} place
 * @param {boolean} focus
 */
function pointAt(place, focus) {
  const cards = /** @type {HTMLElement[]} */ ([...hand.children]);
  current = Math.max(0, Math.min(place, cards.length - 1));
  cards.forEach((card, i) => {
    card.tabIndex = i === current ? 0 : -1;
  });
  if (focus) cards[current]?.focus();
}

function showHand() {
  const cards = new Set(screen.hand.map(({ card }) => card));
  /** @type {Map<string | undefined, HTMLElement>} */
  const shown = new Map();
  for (const each of /** @type {HTMLElement[]} */ ([...hand.children])) {
    if (cards.has(each.dataset.card ?? "")) shown.set(each.dataset.card, each);
    else each.remove();
  }
  screen.hand.forEach(({ card, chosen, addable }, i) => {
    const each = shown.get(card) ?? cardButton(card);
    each.ariaPressed = String(chosen);
    each.classList.toggle("lit", addable);
    each.ariaLabel = cardName(card) + (chosen || addable ? "" : ", no play now");
    // A card in its place stays there: whatever is moved loses the focus.
    const there = hand.children[i] ?? null;
    if (there !== each) hand.insertBefore(each, there);
  });
  pointAt(current, false);
}

function showHistory() {
  const { history: said } = screen;
  const before = [...history.children].map((item) => item.textContent);
  // What is only added to is not read out again from the beginning.
  const kept = before.every((words, i) => words === said[i]) ? before.length : 0;
  if (kept === 0) history.replaceChildren();
  history.append(...said.slice(kept).map((words) => make("p", "", words)));
  history.scrollTop = history.scrollHeight;
}

function showAbout() {
  const { rules, seats, target, seed } = screen;
  const title = ruleSets.find(({ name }) => name === rules)?.title.split(":")[0] ?? "house rules";
  const end = target === null ? "no end" : `to ${target} points`;
  const link = document.createElement("a");
  link.textContent = `seed ${seed}`;
  link.title = "A link to this game from its beginning";
  const game = { rules: rules ?? "", seats, seed, ...(target !== null && { target }) };
  link.href = `?${new URLSearchParams(Object.entries(game).map(([k, v]) => [k, String(v)]))}`;
  element("about", HTMLElement).replaceChildren(
    `${title}, ${seats} seats, ${end}, `,
    rules === null ? `seed ${seed}` : link,
  );
}

/**
 * Draw what the table has told, and wake the bots if it is for them to act.
 *
 * @param {string} told
 */
function show(told) {
  screen = JSON.parse(told);
  const focused = document.activeElement;
  const inGame = game.contains(focused);

  showAbout();
  element("players", HTMLElement).replaceChildren(...screen.players.map(playerItem));
  const { table: laid } = screen;
  element("laid", HTMLElement).textContent =
    laid === null ? "The table is empty." : `${laid.by}: ${laid.kind}`;
  element("combo", HTMLElement).replaceChildren(...(laid?.cards ?? []).map(cardElement));
  message.textContent = screen.message;
  showHand();
  showHistory();
  button("play").disabled = !screen.can_play;
  button("pass").disabled = !screen.can_pass;
  button("hint").disabled = !screen.can_hint;
  button("undo").disabled = !screen.can_undo;
  button("deal").hidden = !screen.can_deal;
  button("again").hidden = screen.winner === null;
  game.dataset.bots = String(screen.bots);

  // The focus is never lost with what it was on.
  if (inGame && (!focused?.isConnected || focused.matches(":disabled, [hidden]"))) {
    const next = ["deal", "again"].map(button).find(({ hidden }) => !hidden);
    if (next) next.focus();
    else pointAt(current, true);
  }
  clearTimeout(timer);
  if (screen.bots) timer = setTimeout(() => show(table.bot_move()), Number(pace.value));
}

/** Begin the game that the form asks for. */
function begin() {
  const asked = new FormData(options);
  /** @param {string} name */
  const number = (name) => (asked.get(name) ? Number(asked.get(name)) : undefined);
  const seed = number("seed") ?? anySeed();
  // A seed is asked for once; the game after this one is another.
  seedField.value = "";
  current = 0;
  show(table.new(asked.get("rules"), number("seats"), seed, number("target")));
}

function anySeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
}

function save() {
  try {
    localStorage.setItem(STORE, JSON.stringify({ seed: screen.seed, record: table.save() }));
  } catch {
    // A browser that keeps nothing for the page is no reason not to play.
  }
}

/** Go on with the game that was left, if there is one. */
function resume() {
  try {
    const { seed, record } = JSON.parse(localStorage.getItem(STORE) ?? "");
    show(table.load(record, seed));
    return screen.players.some(({ count, score }) => count > 0 || score !== 0);
  } catch {
    return false;
  }
}

/**
 * Begin the game that the address asks for; if it asks for none, go on with the one that was left.
 *
 * @param {URLSearchParams} asked
 */
function start(asked) {
  for (const name of ["pace", "rules", "seats", "target", "seed"]) {
    const field = options.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    field.value = asked.get(name) ?? field.value;
    // The rule set decides whether there are points to play for, and how many if nobody says.
    if (name === "rules") offerTarget();
  }
  if (!options.checkValidity()) {
    options.reset();
    offerTarget();
  }
  asked.delete("pace");
  if (asked.size > 0 || !resume()) begin();
}

/** Let the points be chosen where the rule set has any. */
function offerTarget() {
  const target = ruleSets[rulesChoice.selectedIndex]?.target ?? null;
  points.disabled = target === null;
  points.value = String(target ?? "");
}

/** @type {Record<string, () => void>} */
const ACTIONS = {
  play: () => show(table.play()),
  pass: () => show(table.pass_()),
  hint: () => show(table.hint()),
  undo: () => show(table.undo()),
  deal: () => show(table.deal()),
  again: () => newDialog.showModal(),
};

/** @type {Record<string, string[]>} */
const KEYS = { p: ["pass"], h: ["hint"], u: ["undo"], n: ["deal", "again"] };

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const onCard = event.target instanceof Node && hand.contains(event.target);
  const moved = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: Infinity };
  if (onCard && event.key in moved) {
    event.preventDefault();
    pointAt(moved[/** @type {keyof typeof moved} */ (event.key)], true);
  } else if (onCard && event.key === "Enter" && screen.can_play) {
    event.preventDefault();
    ACTIONS.play();
  } else {
    const keyed = (KEYS[event.key.toLowerCase()] ?? []).map(button);
    const meant = keyed.find(({ hidden }) => !hidden);
    if (meant === undefined) return;
    // The letter is not typed as well, into the dialog that it may open.
    event.preventDefault();
    meant.click();
  }
}

function listen() {
  for (const [id, action] of Object.entries(ACTIONS)) button(id).addEventListener("click", action);
  hand.addEventListener("click", ({ target }) => {
    const card = target instanceof Element ? target.closest("button") : null;
    if (card === null) return;
    pointAt([...hand.children].indexOf(card), true);
    show(table.click(card.dataset.card));
  });
  game.addEventListener("keydown", onKey);

  button("open-new").addEventListener("click", ACTIONS.again);
  rulesChoice.addEventListener("change", offerTarget);
  options.addEventListener("submit", (event) => {
    event.preventDefault();
    newDialog.close();
    begin();
    pointAt(0, true);
  });

  button("open-files").addEventListener("click", () => {
    record.value = table.save();
    filesDialog.showModal();
    record.select();
  });
  element("load", HTMLFormElement).addEventListener("submit", () => {
    show(table.load(record.value, screen.seed));
  });
  filesDialog.addEventListener("close", () => {
    // It shows all hands, so it does not stay on the page.
    record.value = "";
  });
  for (const dialog of [newDialog, filesDialog]) {
    dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
  }

  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) save();
  });
}

async function main() {
  const pyodide = await boot("runtime/", (doing) => {
    loading.textContent = doing;
  });
  const python = await importFile(pyodide, "table.py");
  table = python.Table();
  ruleSets = JSON.parse(python.rule_sets());
  rulesChoice.append(...ruleSets.map(({ name, title }) => new Option(title, name)));
  listen();
  start(new URLSearchParams(location.search));
  game.hidden = false;
  loading.hidden = true;
}

main().catch((error) => {
  loading.textContent = `The game could not be loaded. ${error}`;
  throw error;
});
