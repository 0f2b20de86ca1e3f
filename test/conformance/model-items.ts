/** Requests about elements, notes and jumpers, following [Elements], [Notes] and [Jumpers]. */
import { removeElement, removeJumper, removeNote } from './model-removal.ts';
import { type Box, insert, type Model, recordOf, reorder, type Texts } from './model-state.ts';
import {
  badBoxes,
  badIndices,
  badLocalized,
  badTexts,
  itemBoard,
  localized,
  localizedByPath,
  type Maker,
  noteText,
  nowhere,
  randomCreateIndex,
  randomMoveIndex,
  randomPosition,
  type Step,
  type StepContext,
  themes,
  writeTexts,
} from './model-step.ts';

/** A size, sometimes the default. */
function sized({ dice }: StepContext, width: number, height: number): { given: Partial<Box>; width: number; height: number } {
  const wide = dice.once(3) ? dice.below(2000) : undefined;
  const high = dice.once(3) ? dice.below(2000) / 4 : undefined;
  const given = { ...(wide === undefined ? {} : { width: wide }), ...(high === undefined ? {} : { height: high }) };
  return { given, width: wide ?? width, height: high ?? height };
}

const createElement: Maker = (hand) => {
  const { model, dice } = hand;
  const { boardId, board, ...fault } = itemBoard(hand);
  const { given, width, height } = sized(hand, 301, 121);
  const at = randomPosition(hand, width, height);
  const index = randomCreateIndex(hand);
  const theme = dice.once(3) ? dice.oneOf(themes) : undefined;
  const autoHeight = dice.once(3) ? dice.once(2) : undefined;
  const title = dice.once(2) ? localized(hand) : undefined;
  const content = dice.once(2) ? localized(hand) : undefined;
  const body = {
    boardId,
    ...at,
    ...given,
    ...index,
    ...(theme === undefined ? {} : { theme }),
    ...(autoHeight === undefined ? {} : { autoHeight }),
    ...(title ? { title: title[0] } : {}),
    ...(content ? { content: content[0] } : {}),
  };
  const step = { what: 'create element', method: 'POST' as const, path: '/element' };
  if (board && dice.once(6)) return spoiltElement(hand, step, body);
  return {
    ...step,
    body,
    ...fault,
    apply(id) {
      const texts = { title: {}, content: {} };
      writeTexts(texts.title, title?.[1] ?? {});
      writeTexts(texts.content, content?.[1] ?? {});
      model.elements.set(id, {
        boardId: String(boardId),
        ...at,
        width,
        height,
        theme: theme ?? 'default',
        autoHeight: autoHeight ?? true,
        ...texts,
        components: [],
        audio: [],
        outputs: [],
        attributes: [],
        cover: null,
        linkedBoard: null,
      });
      if (board) insert(board.elements, id, index.index);
    },
  };
};

/** A create or change with one error. */
function spoiltElement(hand: StepContext, step: Pick<Step, 'what' | 'method' | 'path'>, body: object): Step {
  const { dice } = hand;
  const bad = badLocalized(hand, dice.oneOf(['title', 'content']));
  const [box, field] = dice.oneOf(badBoxes);
  return dice.oneOf<() => Step>([
    () => ({ ...step, body: { ...body, ...box }, status: 400, field }),
    () => ({ ...step, body: { ...body, theme: dice.oneOf(['Default', 'black', '', null, 1]) }, status: 400, field: 'theme' }),
    () => ({ ...step, body: { ...body, width: dice.oneOf([-1, 40_001, '5', null]) }, status: 400, field: 'width' }),
    () => ({ ...step, body: { ...body, autoHeight: dice.oneOf(['true', 1, null]) }, status: 400, field: 'autoHeight' }),
    () => ({ ...step, body: { ...body, id: dice.uuid() }, status: 400, field: 'id' }),
    () => ({ ...step, body: { ...body, outputs: [] }, status: 400, field: 'outputs' }),
    () => {
      const { value, ...fault } = bad;
      return { ...step, body: { ...body, [fault.field.split('.')[0] ?? '']: value }, ...fault };
    },
  ])();
}

const changeElement: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.elements.keys());
  if (id === undefined) return undefined;
  const element = recordOf(model.elements, id);
  const step = { what: 'change element', method: 'PATCH' as const, path: `/element/${id}` };
  if (dice.once(12)) return { ...step, path: `/element/${nowhere(hand)}`, body: { theme: 'red' }, status: 404 };
  if (dice.once(12)) return { ...step, body: dice.oneOf([{}, { boardId: element.boardId }, { components: [] }]), status: 400 };
  if (dice.once(6)) return spoiltElement(hand, step, {});
  const change = boxChange(hand, element);
  const texts: Record<'title' | 'content', Texts> = { title: {}, content: {} };
  let body: Record<string, unknown> = { ...change.body };
  for (const field of ['title', 'content'] as const) {
    if (!dice.once(3)) continue;
    const [given, written] = dice.once(2) ? localizedByPath(hand, field) : localizedField(hand, field);
    body = { ...body, ...given };
    texts[field] = written;
  }
  const theme = dice.once(3) ? dice.oneOf(themes) : undefined;
  if (theme !== undefined) body.theme = theme;
  if (dice.once(4)) body.autoHeight = dice.once(2);
  if (Object.keys(body).length === 0) body.theme = element.theme;
  return {
    ...step,
    body,
    status: change.status,
    ...(change.field ? { field: change.field } : {}),
    apply() {
      Object.assign(element, change.body);
      if (theme !== undefined) element.theme = theme;
      if (typeof body.autoHeight === 'boolean') element.autoHeight = body.autoHeight;
      writeTexts(element.title, texts.title);
      writeTexts(element.content, texts.content);
    },
  };
};

function localizedField(hand: StepContext, field: string): [Record<string, unknown>, Texts] {
  const [given, written] = localized(hand);
  return [{ [field]: given }, written];
}

/** [Elements] PATCH: omitted fields keep their values when the bounds of the canvas are checked. */
function boxChange({ dice }: StepContext, now: Box): { body: Partial<Box>; status: number; field?: string } {
  const body: Partial<Box> = {};
  if (dice.once(3)) body.x = dice.oneOf([0, dice.below(39_000), 39_800]);
  if (dice.once(3)) body.y = dice.oneOf([0, dice.below(39_000), 39_950]);
  if (dice.once(6)) body.width = dice.oneOf([100, 0, 3000]);
  if (dice.once(6)) body.height = dice.oneOf([90, 0, 2500]);
  const after = { ...now, ...body };
  if (after.x + after.width > 40_000) return { body, status: 400, field: 'x' };
  return after.y + after.height > 40_000 ? { body, status: 400, field: 'y' } : { body, status: 200 };
}

const moveElement: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.elements.keys());
  if (id === undefined) return undefined;
  const index = randomMoveIndex(hand);
  const step = { what: 'move element', method: 'PATCH' as const, path: `/element/${id}/index` };
  if (dice.once(8)) return { ...step, body: { index: dice.oneOf([...badIndices, '-']) }, status: 400, field: 'index' };
  const { elements } = recordOf(model.boards, recordOf(model.elements, id).boardId);
  return { ...step, body: { index }, status: 200, apply: () => reorder(elements, id, index) };
};

const moveOutput: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.elements.keys());
  const connection = dice.find([...model.connections].filter(([, { sourceType }]) => sourceType === 'elements'));
  if (id === undefined || !connection) return undefined;
  const [own, { sourceid }] = connection;
  const index = randomMoveIndex(hand);
  const source = dice.once(5) ? id : sourceid;
  const step = { what: 'move output', method: 'PATCH' as const, path: `/element/${source}/output/${own}/index`, body: { index } };
  if (source !== sourceid) return { ...step, status: 404 };
  return { ...step, status: 200, apply: () => reorder(recordOf(model.elements, source).outputs, own, index) };
};

const createNote: Maker = (hand) => {
  const { model, dice } = hand;
  const { boardId, board, ...fault } = itemBoard(hand);
  const { given, width, height } = sized(hand, 301, 101);
  const at = randomPosition(hand, width, height);
  const index = randomCreateIndex(hand);
  const textOrNull = () => (dice.once(5) ? [null, null] : noteText(hand));
  const text = dice.once(3) ? undefined : textOrNull();
  const body = { boardId, ...at, ...given, ...index, ...(text ? { content: text[0] } : {}) };
  const step = { what: 'create note', method: 'POST' as const, path: '/note' };
  if (board && dice.once(8)) return { ...step, body: { ...body, content: badNote(hand) }, status: 400, field: 'content' };
  return {
    ...step,
    body,
    ...fault,
    apply(id) {
      const content = text?.[1] ?? null;
      model.notes.set(id, { boardId: String(boardId), ...at, width, height, theme: 'default', autoHeight: true, content });
      if (board) insert(board.notes, id, index.index);
    },
  };
};

/** [Common conventions] notes contain p and b only; their text is not localized. */
const badNote = ({ dice }: StepContext): unknown => dice.oneOf([...badTexts, '<p><code>x</code></p>', { en: 'x' }, 5, ['x']]);

const changeNote: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.notes.keys());
  if (id === undefined) return undefined;
  const note = recordOf(model.notes, id);
  const step = { what: 'change note', method: 'PATCH' as const, path: `/note/${id}` };
  if (dice.once(8)) return { ...step, body: { content: badNote(hand) }, status: 400, field: 'content' };
  if (dice.once(12)) return { ...step, body: dice.oneOf([{}, { 'content/en': 'x' }, { index: 0 }]), status: 400 };
  const change = boxChange(hand, note);
  const [given, content] = dice.once(4) ? [null, null] : noteText(hand);
  return {
    ...step,
    body: { ...change.body, content: given, theme: 'gold' },
    status: change.status,
    ...(change.field ? { field: change.field } : {}),
    apply: () => void Object.assign(note, change.body, { content, theme: 'gold' }),
  };
};

const createJumper: Maker = (hand) => {
  const { model, dice } = hand;
  const { boardId, board, ...fault } = itemBoard(hand);
  const { given, width, height } = sized(hand, 185, 86);
  const at = randomPosition(hand, width, height);
  const elementOrNull = () => (dice.once(4) ? null : (dice.find(model.elements.keys()) ?? null));
  const target = dice.once(3) ? undefined : elementOrNull();
  const body = { boardId, ...at, ...given, ...(target === undefined ? {} : { elementId: target }) };
  const step = { what: 'create jumper', method: 'POST' as const, path: '/jumper' };
  if (board && dice.once(10)) return { ...step, body: { ...body, elementId: nowhere(hand) }, status: 404 };
  if (board && dice.once(15)) return { ...step, body: { ...body, theme: 'red' }, status: 400, field: 'theme' };
  return {
    ...step,
    body,
    ...fault,
    apply(id) {
      model.jumpers.set(id, { boardId: String(boardId), ...at, width, height, elementId: target ?? null });
      if (board) insert(board.jumpers, id, '-');
    },
  };
};

const changeJumper: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.jumpers.keys());
  if (id === undefined) return undefined;
  const jumper = recordOf(model.jumpers, id);
  const step = { what: 'change jumper', method: 'PATCH' as const, path: `/jumper/${id}` };
  if (dice.once(10)) return { ...step, body: { elementId: nowhere(hand) }, status: 404 };
  const change = boxChange(hand, jumper);
  const elementId = dice.once(3) ? null : (dice.find(model.elements.keys()) ?? null);
  return {
    ...step,
    body: { ...change.body, elementId },
    status: change.status,
    ...(change.field ? { field: change.field } : {}),
    apply: () => void Object.assign(jumper, change.body, { elementId }),
  };
};

type Removal = (model: Model, id: string) => void;
/** Deletes a record of one kind; an unknown id is a 404. */
export const deleter =
  (path: string, map: (model: Model) => ReadonlyMap<string, unknown>, remove: Removal): Maker =>
  (hand) => {
    const id = hand.dice.find(map(hand.model).keys());
    if (map(hand.model).size < 5 && !hand.dice.once(4)) return undefined;
    const step = { what: `delete ${path.slice(1)}`, method: 'DELETE' as const };
    if (id === undefined || hand.dice.once(10)) return { ...step, path: `${path}/${nowhere(hand)}`, status: 404 };
    return { ...step, path: `${path}/${id}`, status: 200, apply: () => remove(hand.model, id) };
  };

export const itemSteps: readonly Maker[] = [
  createElement,
  createElement,
  createElement,
  createElement,
  changeElement,
  changeElement,
  changeElement,
  moveElement,
  moveOutput,
  moveOutput,
  createNote,
  changeNote,
  createJumper,
  createJumper,
  changeJumper,
  deleter('/element', ({ elements }) => elements, removeElement),
  deleter('/note', ({ notes }) => notes, removeNote),
  deleter('/jumper', ({ jumpers }) => jumpers, removeJumper),
];
