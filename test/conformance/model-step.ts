/** One request of the model test: what is sent, what must come back, and what the model makes of it. Also the values that requests are made from. */
import type { Dice } from './dice.ts';
import type { Board, Model, Texts } from './model-state.ts';

export interface Step {
  readonly what: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Below the project: `/board/…`. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Of a 400: a field that must be named. */
  readonly field?: string;
  /** Of a 409. */
  readonly conflict?: string;
  /** Where the answer is not the version envelope. */
  readonly answers?: unknown;
  /** What it does to the model; `id` is the one in the answer, `read` gives what the service says of what it made by itself. */
  readonly apply?: (id: string, read: (path: string) => Promise<Record<string, unknown>>) => void | Promise<void>;
}

export interface Hand {
  readonly model: Model;
  readonly dice: Dice;
}
export type Maker = (hand: Hand) => Step | undefined;

export const themes = ['default', 'orange', 'brown', 'gold', 'moss', 'green', 'cyan', 'lightBlue', 'blue', 'purple', 'pink', 'red'];

/** What is sent and how it is stored. */
const texts: readonly (readonly [string, string])[] = [
  ['<p>Go on.</p>', '<p>Go on.</p>'],
  ['Just words', '<p>Just words</p>'],
  ['<p>A <b>door</b> &amp; a key</p>', '<p>A <b>door</b> &amp; a key</p>'],
  ['<p>1 &lt; 2</p><p>Zwei Zeilen</p>', '<p>1 &lt; 2</p><p>Zwei Zeilen</p>'],
  ['<P>Ünïcode 🦊</P>', '<p>Ünïcode 🦊</p>'],
];
const withCode: readonly (readonly [string, string])[] = [
  ...texts,
  ['<p>x is <code>1</code></p>', '<p>x is <code>1</code></p>'],
  ['<p><code>gold = 1</code></p>', '<p><code>gold = 1</code></p>'],
];
export const badTexts = [
  '<p>never closed',
  '<script>alert(1)</script>',
  '<p><i>x</i></p>',
  '<p onclick="x()">y</p>',
  '<p><a href="javascript:x()">y</a></p>',
  '<p>a</p><!-- c -->',
  '<ul><li>x</li></ul>',
  '</p>',
  '<p style="color:red">x</p>',
  '<img src=x onerror=alert(1)>',
];

export const richText = ({ dice }: Hand) => dice.oneOf(withCode);
export const noteText = ({ dice }: Hand) => dice.oneOf(texts);
export const scripts: readonly (readonly [string | null, string | null])[] = [
  ['gold > 0', 'gold > 0'],
  ['a == "x" and b >= 3', 'a == "x" and b >= 3'],
  ['', null],
  [null, null],
  ['visits(Hall) == 2', 'visits(Hall) == 2'],
];

/** Localized content as it may be sent: the value, and the languages it writes. */
export function localized(hand: Hand, text: (hand: Hand) => readonly [string, string] = richText): [unknown, Texts] {
  const { dice, model } = hand;
  const [one, two] = [text(hand), text(hand)];
  const [a, b] = [dice.oneOf(model.languages), dice.oneOf(model.languages)];
  return dice.oneOf<() => [unknown, Texts]>([
    () => [one[0], { [model.main]: one[1] }],
    () => [null, { [model.main]: null }],
    () => [{ [a]: one[0] }, { [a]: one[1] }],
    () => [{ [a]: { text: one[0] } }, { [a]: one[1] }],
    () => [{ [a]: null }, { [a]: null }],
    () => [{ [a]: { text: one[0] }, [b]: two[0] }, a === b ? { [b]: two[1] } : { [a]: one[1], [b]: two[1] }],
  ])();
}

/** The same by path-style keys, for updates. */
export function byPath(
  hand: Hand,
  field: string,
  text: (hand: Hand) => readonly [string, string] = richText,
): [Record<string, unknown>, Texts] {
  const { dice, model } = hand;
  const language = dice.oneOf(model.languages);
  const [given, stored] = dice.once(4) ? [null, null] : text(hand);
  const sign = dice.oneOf(['/', '.']);
  const key = dice.oneOf([`${field}${sign}${language}`, `${field}${sign}${language}${sign}text`]);
  return [{ [key]: given }, { [language]: stored }];
}

/** Malformed localized content: the value, its status and the field that is named. */
export function badLocalized({ dice }: Hand, field: string): { value: unknown; status: number; field: string; conflict?: string } {
  return dice.oneOf([
    { value: dice.oneOf(badTexts), status: 400, field },
    { value: { de: dice.oneOf(badTexts) }, status: 400, field },
    { value: 7, status: 400, field },
    { value: ['<p>x</p>'], status: 400, field },
    { value: { de: 7 }, status: 400, field },
    { value: { de: { text: 'x', more: 1 } }, status: 400, field },
    { value: { it: 'x' }, status: 409, field: `${field}.it`, conflict: 'unknown_locale' },
    { value: { DE: { text: 'x' } }, status: 409, field: `${field}.DE`, conflict: 'unknown_locale' },
    { value: { en: 'fine', it: null }, status: 409, field: `${field}.it`, conflict: 'unknown_locale' },
  ]);
}

/** Writes languages that a request names; a text that is cleared where there was none leaves no trace. */
export function write(texts: Texts, written: Texts): void {
  for (const [language, text] of Object.entries(written)) if (text !== null || texts[language] !== undefined) texts[language] = text;
}

/** An index to create at: left out, a number or `-`. */
export function anIndex({ dice }: Hand): { index?: number | '-' } {
  return dice.oneOf([{}, {}, { index: '-' as const }, { index: 0 }, { index: dice.below(4) }, { index: 99 }]);
}
/** An index to move to. */
export const toIndex = ({ dice }: Hand): number => dice.oneOf([0, 0, 1, 2, 3, 99]);
/** What no index is. */
export const badIndices = [-1, 1.5, '1', null, [], {}, true];

export const nowhere = ({ dice }: Hand): string => dice.oneOf([dice.uuid(), dice.uuid(), 'constructor', '__proto__', 'nobody']);
export const playable = ({ model }: Hand): string[] => [...model.boards].flatMap(([id, board]) => (board.type === 'board' ? [id] : []));
export const foldersOf = (map: ReadonlyMap<string, { type: string }>): string[] =>
  [...map].flatMap(([id, each]) => (each.type === 'folder' ? [id] : []));

/** A spot on the canvas where a box of this size fits; sometimes just so. */
export function spot({ dice }: Hand, width: number, height: number): { x: number; y: number } {
  const right = 40_000 - width;
  const low = 40_000 - height;
  return { x: dice.oneOf([0, right, dice.below(right), dice.below(right) / 2]), y: dice.oneOf([0, low, dice.below(low)]) };
}

/** Fields of a box that do not do. */
export const badBoxes: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ x: -1 }, 'x'],
  [{ y: -0.5 }, 'y'],
  [{ x: 40_001 }, 'x'],
  [{ y: '10' }, 'y'],
  [{ x: null }, 'x'],
  [{ y: [1] }, 'y'],
];

/** The status of an item's board: a 409 where there is none, a 400 for a folder. */
export function itemBoard(hand: Hand): { boardId: unknown; board?: Board; status: number; field?: string; conflict?: string } {
  const { model, dice } = hand;
  if (dice.once(15)) return { boardId: nowhere(hand), status: 409, conflict: 'missing_parent' };
  if (dice.once(15)) return { boardId: dice.oneOf(foldersOf(model.boards)), status: 400, field: 'boardId' };
  if (dice.once(20)) return { boardId: dice.oneOf([7, null, undefined]), status: 400, field: 'boardId' };
  const id = dice.oneOf(playable(hand));
  const board = model.boards.get(id);
  return board ? { boardId: id, board, status: 201 } : { boardId: id, status: 409 };
}
