/** One request of the model test: what is sent, the expected response, and its effect on the model. Also the values that requests are made from. */
import type { Dice } from './dice.ts';
import type { Board, Model, Texts } from './model-state.ts';

export interface Step {
  readonly what: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Path below the project: `/board/…`. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** For a 400: a field that must be named. */
  readonly field?: string;
  /** For a 409. */
  readonly conflict?: string;
  /** Set if the response is not the version envelope. */
  readonly answers?: unknown;
  /** The effect on the model; `id` is the one in the response, `read` reads what the service generated. */
  readonly apply?: (id: string, read: (path: string) => Promise<Record<string, unknown>>) => void | Promise<void>;
}

export interface StepContext {
  readonly model: Model;
  readonly dice: Dice;
}
export type Maker = (hand: StepContext) => Step | undefined;

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

export const richText = ({ dice }: StepContext) => dice.oneOf(withCode);
export const noteText = ({ dice }: StepContext) => dice.oneOf(texts);
export const scripts: readonly (readonly [string | null, string | null])[] = [
  ['gold > 0', 'gold > 0'],
  ['a == "x" and b >= 3', 'a == "x" and b >= 3'],
  ['', null],
  [null, null],
  ['visits(Hall) == 2', 'visits(Hall) == 2'],
];

/** Localized content in one of the forms that a request may use: the value, and the languages it writes. */
export function localized(hand: StepContext, text: (hand: StepContext) => readonly [string, string] = richText): [unknown, Texts] {
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

/** The same as path-style keys, for updates. */
export function localizedByPath(
  hand: StepContext,
  field: string,
  text: (hand: StepContext) => readonly [string, string] = richText,
): [Record<string, unknown>, Texts] {
  const { dice, model } = hand;
  const language = dice.oneOf(model.languages);
  const [given, stored] = dice.once(4) ? [null, null] : text(hand);
  const sign = dice.oneOf(['/', '.']);
  const key = dice.oneOf([`${field}${sign}${language}`, `${field}${sign}${language}${sign}text`]);
  return [{ [key]: given }, { [language]: stored }];
}

/** Malformed localized content: the value, its status and the field that is named. */
export function badLocalized({ dice }: StepContext, field: string): { value: unknown; status: number; field: string; conflict?: string } {
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

/** Writes the languages of a request; clearing a text that does not exist has no effect. */
export function writeTexts(texts: Texts, written: Texts): void {
  for (const [language, text] of Object.entries(written)) if (text !== null || texts[language] !== undefined) texts[language] = text;
}

/** An index for creating: omitted, a number or `-`. */
export function randomCreateIndex({ dice }: StepContext): { index?: number | '-' } {
  return dice.oneOf([{}, {}, { index: '-' as const }, { index: 0 }, { index: dice.below(4) }, { index: 99 }]);
}
/** An index for moving. */
export const randomMoveIndex = ({ dice }: StepContext): number => dice.oneOf([0, 0, 1, 2, 3, 99]);
/** Invalid indexes. */
export const badIndices = [-1, 1.5, '1', null, [], {}, true];

export const nowhere = ({ dice }: StepContext): string => dice.oneOf([dice.uuid(), dice.uuid(), 'constructor', '__proto__', 'nobody']);
export const playable = ({ model }: StepContext): string[] =>
  [...model.boards].flatMap(([id, board]) => (board.type === 'board' ? [id] : []));
export const foldersOf = (map: ReadonlyMap<string, { type: string }>): string[] =>
  [...map].flatMap(([id, each]) => (each.type === 'folder' ? [id] : []));

/** A position on the canvas for a box of this size; sometimes exactly at its edge. */
export function randomPosition({ dice }: StepContext, width: number, height: number): { x: number; y: number } {
  const right = 40_000 - width;
  const low = 40_000 - height;
  return { x: dice.oneOf([0, right, dice.below(right), dice.below(right) / 2]), y: dice.oneOf([0, low, dice.below(low)]) };
}

/** Invalid fields of a box. */
export const badBoxes: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ x: -1 }, 'x'],
  [{ y: -0.5 }, 'y'],
  [{ x: 40_001 }, 'x'],
  [{ y: '10' }, 'y'],
  [{ x: null }, 'x'],
  [{ y: [1] }, 'y'],
];

/** The status for the board of an item: a 409 if it does not exist, a 400 for a folder. */
export function itemBoard(hand: StepContext): { boardId: unknown; board?: Board; status: number; field?: string; conflict?: string } {
  const { model, dice } = hand;
  if (dice.once(15)) return { boardId: nowhere(hand), status: 409, conflict: 'missing_parent' };
  if (dice.once(15)) return { boardId: dice.oneOf(foldersOf(model.boards)), status: 400, field: 'boardId' };
  if (dice.once(20)) return { boardId: dice.oneOf([7, null, undefined]), status: 400, field: 'boardId' };
  const id = dice.oneOf(playable(hand));
  const board = model.boards.get(id);
  return board ? { boardId: id, board, status: 201 } : { boardId: id, status: 409 };
}
