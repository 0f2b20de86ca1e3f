/** Requests about boards, folders, the project and its stylesheet, following [Boards and folders], [Projects] and [Custom stylesheet]. */

import { removeBoard } from './model-removal.ts';
import { drop, insert, type Model, recordOf, reorder, subtree } from './model-state.ts';
import {
  badIndices,
  foldersOf,
  type Maker,
  nowhere,
  playable,
  randomCreateIndex,
  randomMoveIndex,
  type Step,
  type StepContext,
} from './model-step.ts';

/** A name and the customId derived from it if that is free (G23). */
const names: readonly (readonly [string, string])[] = [
  ['Hall', 'hall'],
  ['Küche', 'kuche'],
  ['The  old Mill', 'the_old_mill'],
  ['Act', 'act'],
];
const reserved = ['if', 'true', 'random', 'resetVisits'];
const unfit = ['9lives', 'has space', 'ä', '_under', 'a-b', ''];

const customIds = (model: Model): Set<string> =>
  new Set([...model.boards.values(), ...model.components.values()].flatMap(({ customId }) => (customId === null ? [] : [customId])));

/** [G23] `_2`, `_3` … if the name is in use. */
export function generated(model: Model, stem: string): string {
  const taken = customIds(model);
  for (let count = 1; ; count++) {
    const id = count === 1 ? stem : `${stem}_${count}`;
    if (!taken.has(id)) return id;
  }
}

const blank = { children: [], elements: [], notes: [], jumpers: [], branches: [], connections: [], attributes: [] };
export const emptyBoard = () => structuredClone(blank);

const createBoard: Maker = (hand) => {
  const { model, dice } = hand;
  const type = dice.oneOf(['board', 'board', 'folder'] as const);
  const parent = parentFor(hand, model.boards);
  const [name, stem] = dice.oneOf(names);
  const named = !dice.once(4);
  const index = randomCreateIndex(hand);
  const customId = dice.once(3) ? wantedId(hand, type) : undefined;
  const body = {
    ...(type === 'board' && dice.once(2) ? {} : { type }),
    ...(named ? { name } : {}),
    ...parent.body,
    ...index,
    ...(customId ? { customId: customId.value } : {}),
  };
  const parentFault = parent.status === 200 ? undefined : parent;
  const fault = customId?.fault ? { status: 400, field: 'customId' } : parentFault;
  return {
    what: 'create board',
    method: 'POST',
    path: '/board',
    body,
    status: 201,
    ...fault,
    apply(id) {
      const made = type === 'folder' ? null : (customId?.value ?? generated(model, named ? stem : 'untitled_board'));
      const parentId = parent.id ?? model.rootBoard;
      const fallback = type === 'folder' ? 'New Folder' : 'Untitled board';
      model.boards.set(id, { ...emptyBoard(), type, name: named ? name : fallback, customId: made, parentId });
      insert(recordOf(model.boards, parentId).children, id, index.index);
    },
  };
};

function wantedId({ model, dice }: StepContext, type: string): { value: string; fault: boolean } {
  const free = `own${dice.below(1e6)}`;
  const taken = dice.find(customIds(model));
  if (type === 'folder') return { value: free, fault: true };
  const value = dice.oneOf([free, free, free, dice.oneOf(reserved), dice.oneOf(unfit), taken ?? '']);
  return { value, fault: value !== free };
}

/** The parent of a new or moved entry: the root by default, folders only. */
export function parentFor(
  { model, dice }: StepContext,
  map: ReadonlyMap<string, { type: string }>,
): { id: string | null | undefined; body: { parentId?: unknown }; status: number; field?: string } {
  const others = [...map].flatMap(([id, { type }]) => (type === 'folder' ? [] : [id]));
  const leaf = dice.once(12) ? dice.find(others) : undefined;
  if (leaf) return { id: leaf, body: { parentId: leaf }, status: 400, field: 'parentId' };
  if (dice.once(15)) return { id: null, body: { parentId: nowhere({ model, dice }) }, status: 404 };
  if (dice.once(25)) return { id: null, body: { parentId: 7 }, status: 400, field: 'parentId' };
  if (dice.once(3)) return { id: undefined, body: {}, status: 200 };
  if (dice.once(4)) return { id: null, body: { parentId: null }, status: 200 };
  const id = dice.oneOf(foldersOf(map));
  return { id, body: { parentId: id }, status: 200 };
}

const changeBoard: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.once(20) ? model.rootBoard : (dice.find(model.boards.keys()) ?? model.rootBoard);
  const board = recordOf(model.boards, id);
  const path = `/board/${id}`;
  if (dice.once(10))
    return { what: 'change board', method: 'PATCH', path, body: dice.oneOf([{}, { parentId: null }, { name: 7 }]), status: 400 };
  const name = dice.oneOf(['Hall', 'Keller', 'Act 2', board.name]);
  const customId = dice.once(3)
    ? dice.oneOf([board.customId ?? `set${dice.below(1e6)}`, `new${dice.below(1e6)}`, dice.oneOf(unfit)])
    : undefined;
  const isFine =
    customId === undefined || (board.type === 'board' && !unfit.includes(customId) && (board.customId ?? customId) === customId);
  const ofCustomId = isFine ? { status: 200 } : { status: 400, field: 'customId' };
  const fault = id === model.rootBoard ? { status: 400 } : ofCustomId;
  return {
    what: 'change board',
    method: 'PATCH',
    path,
    body: { ...(customId === undefined || dice.once(2) ? { name } : {}), ...(customId === undefined ? {} : { customId }) },
    ...fault,
    apply() {
      if (customId !== undefined) board.customId = customId;
      if (this.body && typeof this.body === 'object' && 'name' in this.body) board.name = name;
    },
  };
};

/** A move in one of the three trees; `root` is the meaning of a null parent. */
export function moveInTree(
  hand: StepContext,
  path: string,
  map: ReadonlyMap<string, { type: string; parentId: string | null; children: string[] }>,
  root: string,
): Step | undefined {
  const { dice } = hand;
  const id = dice.find(map.keys()) ?? root;
  const what = `move ${path.slice(1)}`;
  if (dice.once(15)) return { what, method: 'PATCH', path: `${path}/${nowhere(hand)}/index`, body: { index: 0 }, status: 404 };
  if (dice.once(12))
    return {
      what,
      method: 'PATCH',
      path: `${path}/${id}/index`,
      body: { index: dice.oneOf([...badIndices, '-']) },
      status: 400,
      ...(id === root ? {} : { field: 'index' }),
    };
  const parent = parentFor(hand, map);
  const index = randomMoveIndex(hand);
  const step = { what, method: 'PATCH' as const, path: `${path}/${id}/index`, body: { ...parent.body, index } };
  if (id === root) return parent.status === 200 ? { ...step, status: 400 } : undefined;
  if (parent.status !== 200) return { ...step, status: parent.status, ...(parent.field ? { field: parent.field } : {}) };
  const record = recordOf(map, id);
  const to = parent.id === undefined ? record.parentId : (parent.id ?? root);
  if (to === null) return undefined;
  if (subtree(map, id).includes(to)) return { ...step, status: 400 };
  return {
    ...step,
    status: 200,
    apply() {
      if (to === record.parentId) return reorder(recordOf(map, to).children, id, index);
      if (record.parentId !== null) drop(recordOf(map, record.parentId).children, id);
      insert(recordOf(map, to).children, id, index);
      record.parentId = to;
    },
  };
}

const moveBoard: Maker = (hand) => moveInTree(hand, '/board', hand.model.boards, hand.model.rootBoard);

const deleteBoard: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.boards.keys()) ?? model.rootBoard;
  const step = { what: 'delete board', method: 'DELETE' as const, path: `/board/${id}` };
  if (dice.once(10)) return { ...step, path: `/board/${nowhere(hand)}`, status: 404 };
  if (id === model.rootBoard) return { ...step, status: 400 };
  if (model.boards.size < 8 && !dice.once(8)) return undefined;
  const gone = new Set(subtree(model.boards, id));
  if (playable(hand).every((each) => gone.has(each))) return { ...step, status: 409, conflict: 'invalid_target' };
  return { ...step, status: 200, apply: () => removeBoard(model, id) };
};

const rename: Maker = ({ model, dice }) => {
  const name = dice.oneOf(['A story', 'Märchen', 'x'.repeat(255), model.name]);
  const step = { what: 'rename', method: 'PATCH' as const, path: '' };
  if (dice.once(4))
    return { ...step, body: dice.oneOf([{ name: '' }, { name: 'x'.repeat(256) }, { name: null }, {}, { name, more: 1 }]), status: 400 };
  return {
    ...step,
    body: { name },
    status: 200,
    answers: { message: 'Project name was successfully updated' },
    apply: () => {
      model.name = name;
    },
  };
};

const restyle: Maker = ({ model, dice }) => {
  const css = dice.oneOf(['', '.a { color: red }', '/* ünï */', '</style><script>x</script>', model.css]);
  const step = { what: 'stylesheet', method: 'PATCH' as const, path: '/css' };
  if (dice.once(4)) return { ...step, body: dice.oneOf([{ css: null }, {}, { css, more: 1 }, { css: 1 }]), status: 400 };
  return {
    ...step,
    body: { css },
    status: 200,
    answers: { css },
    apply: () => {
      model.css = css;
    },
  };
};

const setStart: Maker = (hand) => {
  const { model, dice } = hand;
  const step = { what: 'starting element', method: 'PATCH' as const, path: '/starting-element' };
  if (dice.once(6)) return { ...step, body: dice.oneOf([{}, { id: 7 }, { id: null, more: 1 }]), status: 400 };
  if (dice.once(6)) return { ...step, body: { id: nowhere(hand) }, status: 404 };
  const id = dice.once(4) ? null : (dice.find(model.elements.keys()) ?? null);
  return {
    ...step,
    body: { id },
    status: 200,
    apply: () => {
      model.start = id;
    },
  };
};

export const boardSteps: readonly Maker[] = [createBoard, createBoard, changeBoard, moveBoard, deleteBoard, rename, restyle, setStart];
