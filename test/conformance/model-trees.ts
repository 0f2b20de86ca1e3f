/** Requests about components, assets, variables, and their use in elements ([Components], [Assets], [Variables], [Elements]). */
import { generated, moveInTree, parentFor } from './model-boards.ts';
import { deleter } from './model-items.ts';
import { relabel, removeAsset, removeComponent } from './model-removal.ts';
import { drop, firstText, insert, recordOf, reorder, rootAsset, type Texts, type Variable } from './model-state.ts';
import {
  badIndices,
  localized,
  type Maker,
  nowhere,
  randomCreateIndex,
  randomMoveIndex,
  type Step,
  type StepContext,
  writeTexts,
} from './model-step.ts';

const names: readonly (readonly [string, string])[] = [
  ['Ada', 'ada'],
  ['Böse Hexe', 'bose_hexe'],
  ['Hall', 'hall'],
  ['Old Tom', 'old_tom'],
];
const plainName = ({ dice }: StepContext): readonly [string, string] => {
  const [name] = dice.oneOf(names);
  return [name, name];
};

const createComponent: Maker = (hand) => {
  const { model, dice } = hand;
  const type = dice.oneOf(['component', 'component', 'folder'] as const);
  const parent = parentFor(hand, model.components);
  const index = randomCreateIndex(hand);
  const [name, stem] = dice.oneOf(names);
  const form = dice.oneOf<[object, Texts]>([
    [{ name }, { [model.main]: name }],
    [{ name: { de: 'Anders', [model.main]: { text: name } } }, { de: 'Anders', [model.main]: name }],
    [{}, { [model.main]: type === 'folder' ? 'New folder' : 'Untitled component' }],
  ]);
  const isNamed = 'name' in form[0];
  const body = { ...form[0], ...parent.body, ...index, ...(type === 'component' && dice.once(2) ? {} : { type }) };
  const step = { what: 'create component', method: 'POST' as const, path: '/component' };
  if (dice.once(10)) {
    const bad = dice.oneOf<[object, number, string]>([
      [{ customId: 'own' }, 400, 'customId'],
      [{ name: 7 }, 400, 'name'],
      [{ name: { it: 'x' } }, 409, 'name.it'],
      [{ type: 'board' }, 400, 'type'],
    ]);
    const [fault, status, field] = bad;
    return { ...step, body: { ...body, parentId: null, ...fault }, status, field };
  }
  return {
    ...step,
    body,
    status: parent.status === 200 ? 201 : parent.status,
    ...(parent.field ? { field: parent.field } : {}),
    apply(id) {
      const customId = type === 'folder' ? null : generated(model, isNamed ? stem : 'untitled_component');
      const parentId = parent.id ?? model.rootComponent;
      model.components.set(id, { type, name: { ...form[1] }, customId, parentId, children: [], attributes: [], cover: null });
      insert(recordOf(model.components, parentId).children, id, index.index);
    },
  };
};

const changeComponent: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.components.keys()) ?? model.rootComponent;
  const component = recordOf(model.components, id);
  const step = { what: 'change component', method: 'PATCH' as const, path: `/component/${id}` };
  if (dice.once(10)) return { ...step, body: dice.oneOf([{}, { name: 'x', customId: 'y' }, { name: 1 }, { parentId: null }]), status: 400 };
  if (id === model.rootComponent) return { ...step, body: { name: 'Roots' }, status: 400 };
  if (dice.once(12)) return { ...step, body: { name: { it: 'Ada' } }, status: 409, field: 'name.it', conflict: 'unknown_locale' };
  const language = dice.oneOf(model.languages);
  const [value, written] = dice.once(3)
    ? ([{ [`name/${language}/text`]: 'Pfad' }, { [language]: 'Pfad' }] as const)
    : localized(hand, plainName).map((each, at) => (at === 0 ? { name: each } : each));
  return {
    ...step,
    body: value,
    status: 200,
    apply() {
      const before = { ...component.name };
      writeTexts(component.name, written as Texts);
      relabel(model, id, before, component.name);
    },
  };
};

const deleteComponent: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.components.keys()) ?? model.rootComponent;
  const step = { what: 'delete component', method: 'DELETE' as const, path: `/component/${id}` };
  if (id === model.rootComponent) return { ...step, status: 400 };
  if (model.components.size < 6 && !dice.once(3)) return undefined;
  // The mentioned component is kept for a while, so that its mentions are tested.
  if (dice.once(2) && firstText(recordOf(model.components, id).name, model.main) === 'Ada') return undefined;
  return { ...step, status: 200, apply: () => removeComponent(model, id) };
};

const createAsset: Maker = (hand) => {
  const { model, dice } = hand;
  const parent = parentFor(hand, model.assets);
  const index = randomCreateIndex(hand);
  const type = dice.oneOf(['image', 'audio', 'audio', 'video', 'folder']);
  const file = type === 'folder' ? {} : dice.oneOf([{}, { file: 'stored-1.bin', size: '1.2 MB' }, { volume: 0.5, file: 'x.mp3' }]);
  const body = { name: 'Door.png', ...(type === 'folder' ? {} : { type }), ...file, ...parent.body, ...index };
  const step = { what: 'create asset', method: 'POST' as const, path: '/asset' };
  if (dice.once(8))
    return {
      ...step,
      body: dice.oneOf<object>([
        { name: '' },
        {},
        { name: 'x', file: 'y' },
        { name: 'x', size: '1 MB' },
        { name: 'x', volume: 1 },
        { name: 'x', type: 'template-image' },
        { name: 'x', type: 'image', mime: 'image/png' },
        { name: 'x', type: 'image', volume: 'loud' },
      ]),
      status: 400,
    };
  return {
    ...step,
    body,
    status: parent.status === 200 ? 201 : parent.status,
    ...(parent.field ? { field: parent.field } : {}),
    apply(id) {
      const parentId = parent.id ?? rootAsset;
      const fresh = { file: null, size: null, volume: null, ...file };
      model.assets.set(id, { type, name: 'Door.png', parentId, children: [], ...fresh });
      insert(recordOf(model.assets, parentId).children, id, index.index);
    },
  };
};

const isUsed = ({ model }: StepContext, id: string): boolean =>
  [...model.elements.values(), ...model.components.values()].some(({ cover }) => cover?.id === id) ||
  [...model.audios.values()].some(({ assetId }) => assetId === id);

const changeAsset: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.assets.keys()) ?? rootAsset;
  const asset = recordOf(model.assets, id);
  const step = { what: 'change asset', method: 'PATCH' as const, path: `/asset/${id}` };
  if (dice.once(10))
    return { ...step, body: dice.oneOf([{}, { name: '' }, { type: 'folder' }, { parentId: null }, { volume: '1' }]), status: 400 };
  const name = { name: dice.oneOf(['Tür.png', 'Gate']) };
  if (id === rootAsset) return { ...step, body: name, status: 400 };
  if (asset.type === 'folder') {
    if (dice.once(3)) return { ...step, body: dice.oneOf([{ file: 'x' }, { size: '1' }, { volume: 1 }, { type: 'image' }]), status: 400 };
    return { ...step, body: name, status: 200, apply: () => void Object.assign(asset, name) };
  }
  const type = dice.once(4) ? { type: dice.oneOf(['image', 'audio', 'video']) } : {};
  const change = { ...name, ...type, ...dice.oneOf([{}, { file: 'other.bin' }, { volume: 0.25 }, { size: '3 KB' }]) };
  // The type of a file that is in use cannot change: the project conflicts with the command ([Errors 3]).
  if (type.type !== undefined && type.type !== asset.type && isUsed(hand, id)) return { ...step, body: change, status: 409 };
  return { ...step, body: change, status: 200, apply: () => void Object.assign(asset, change) };
};

const deleteAsset: Maker = (hand) => {
  const id = hand.dice.find(hand.model.assets.keys()) ?? rootAsset;
  if (hand.model.assets.size < 8 && !hand.dice.once(3)) return undefined;
  const step = { what: 'delete asset', method: 'DELETE' as const, path: `/asset/${id}` };
  return id === rootAsset ? { ...step, status: 400 } : { ...step, status: 200, apply: () => removeAsset(hand.model, id) };
};

const fits: Record<string, readonly (string | number | boolean)[]> = {
  string: ['', 'words', '12'],
  integer: [0, -3, 12],
  float: [0, 1.5, -2],
  boolean: [true, false],
};
const unfit: Record<string, readonly unknown[]> = {
  string: [1, true, null, []],
  integer: [1.5, '1', true, null],
  float: ['1', false, null],
  boolean: [0, 'true', null],
};
const empty: Record<string, string | number | boolean> = { string: '', integer: 0, float: 0, boolean: false };

const createVariable: Maker = (hand) => {
  const { model, dice } = hand;
  const taken = dice.find([...model.variables.values()].map(({ name }) => name));
  const free = `$v${dice.below(1e6)}`;
  const type = dice.oneOf(['string', 'integer', 'float', 'boolean']);
  const value = dice.once(2) ? { value: dice.oneOf(fits[type] ?? []) } : {};
  const index = randomCreateIndex(hand);
  const body = { name: free, ...(type === 'string' && dice.once(2) ? {} : { type }), ...value, ...index };
  const step = { what: 'create variable', method: 'POST' as const, path: '/variable' };
  if (dice.once(4)) {
    const [fault, field] = dice.oneOf<[object, string]>([
      [{ name: dice.oneOf(['if', '1st', 'a b', '', 'ä', taken ?? 'or']) }, 'name'],
      [{ type, value: dice.oneOf(unfit[type] ?? []) }, 'value'],
      [{ boardId: model.rootBoard }, 'boardId'],
      [{ type: 'rich-text' }, 'type'],
      [{ index: -1 }, 'index'],
    ]);
    return { ...step, body: { ...body, ...fault }, status: 400, field };
  }
  return {
    ...step,
    body,
    status: 201,
    apply(id) {
      model.variables.set(id, { name: free, type, value: value.value ?? empty[type] ?? '' });
      insert(model.variableList, id, index.index);
    },
  };
};

const changeVariable: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.variables.keys());
  if (id === undefined) return undefined;
  const variable = recordOf(model.variables, id);
  const step = { what: 'change variable', method: 'PATCH' as const, path: `/variable/${id}` };
  const index = randomMoveIndex(hand);
  if (dice.once(4))
    return { ...step, path: `${step.path}/index`, body: { index }, status: 200, apply: () => reorder(model.variableList, id, index) };
  if (dice.once(6))
    return {
      ...step,
      body: dice.oneOf([{}, { name: 'other' }, { value: null }, { type: 'text' }, { boardId: null, value: 1 }]),
      status: 400,
    };
  if (dice.once(6)) return { ...step, body: { value: dice.oneOf(unfit[variable.type] ?? []) }, status: 400, field: 'value' };
  if (variable.type === 'string' && variable.value === 'words' && dice.once(2)) return { ...step, body: { type: 'integer' }, status: 400 };
  const type = dice.oneOf(['string', 'integer', 'float', 'boolean']);
  const isKept = type === variable.type || (variable.type === 'integer' && type === 'float');
  const after: Omit<Variable, 'name'> = { type, value: isKept && dice.once(2) ? variable.value : dice.oneOf(fits[type] ?? []) };
  return {
    ...step,
    body: isKept && after.value === variable.value ? { type } : after,
    status: 200,
    apply: () => void Object.assign(variable, after),
  };
};

/** Two elements: the one with the attachment, and the target of the move. */
function carriers({ model, dice }: StepContext): [string, string] | undefined {
  const [one, two] = [dice.find(model.elements.keys()), dice.find(model.elements.keys())];
  return one === undefined || two === undefined ? undefined : [one, two];
}

const attachComponent: Maker = (hand) => {
  const { model, dice } = hand;
  const [elementId] = carriers(hand) ?? [];
  const componentId = dice.find(model.components.keys());
  if (elementId === undefined || componentId === undefined) return undefined;
  const index = randomCreateIndex(hand);
  const step = { what: 'attach component', method: 'POST' as const, path: `/element/${elementId}/component` };
  if (dice.once(10)) return { ...step, body: { componentId: nowhere(hand) }, status: 404 };
  const body = { componentId, ...index };
  if (recordOf(model.components, componentId).type === 'folder') return { ...step, body, status: 400, field: 'componentId' };
  return {
    ...step,
    body,
    status: 201,
    apply(id) {
      model.attachments.set(id, { elementId, componentId });
      insert(recordOf(model.elements, elementId).components, id, index.index);
    },
  };
};

const attachAudio: Maker = (hand) => {
  const { model, dice } = hand;
  const [elementId] = carriers(hand) ?? [];
  const sounds = [...model.assets].filter(([, { type }]) => type === 'audio').map(([id]) => id);
  const assetId = dice.once(10) ? dice.find(model.assets.keys()) : dice.find(sounds);
  if (elementId === undefined || assetId === undefined) return undefined;
  const index = randomCreateIndex(hand);
  const extra = dice.oneOf([{}, { mode: 'loop' }, { delay: 1200.5, mode: 'stop' }]);
  const step = { what: 'attach audio', method: 'POST' as const, path: `/element/${elementId}/audio` };
  if (dice.once(10)) return { ...step, body: { assetId: nowhere(hand) }, status: 404 };
  if (dice.once(12)) return { ...step, body: { assetId, ...dice.oneOf([{ mode: 'twice' }, { delay: '5' }, { volume: 1 }]) }, status: 400 };
  const body = { assetId, ...extra, ...index };
  if (!sounds.includes(assetId)) return { ...step, body, status: 400, field: 'assetId' };
  return {
    ...step,
    body,
    status: 201,
    apply(id) {
      model.audios.set(id, { elementId, assetId, mode: 'once', delay: 0, ...extra });
      insert(recordOf(model.elements, elementId).audio, id, index.index);
    },
  };
};

const moveAttachment: Maker = (hand) => {
  const { model, dice } = hand;
  const kind = dice.oneOf(['component', 'audio'] as const);
  const map = kind === 'component' ? model.attachments : model.audios;
  const list = kind === 'component' ? 'components' : 'audio';
  const id = dice.find(map.keys());
  const [stranger, target] = carriers(hand) ?? [];
  if (id === undefined || target === undefined || stranger === undefined) return undefined;
  const entry = recordOf<{ elementId: string }>(map, id);
  const home = `/element/${entry.elementId}/${kind}/${id}`;
  const index = randomMoveIndex(hand);
  const step = { what: `move ${kind} attachment`, method: 'PATCH' as const, path: `${home}/index` };
  if (dice.once(8) && stranger !== entry.elementId)
    return { ...step, path: `/element/${stranger}/${kind}/${id}/index`, body: { index }, status: 404 };
  if (dice.once(10)) return { ...step, body: { index, targetElementId: nowhere(hand) }, status: 404 };
  if (dice.once(10)) return { ...step, body: { index: dice.oneOf([...badIndices, '-']) }, status: 400, field: 'index' };
  if (dice.once(6))
    return {
      what: `detach ${kind}`,
      method: 'DELETE',
      path: home,
      status: 200,
      apply() {
        drop(recordOf(model.elements, entry.elementId)[list], id);
        map.delete(id);
      },
    };
  const to = dice.once(2) ? entry.elementId : target;
  return {
    ...step,
    body: { index, ...(to === entry.elementId && dice.once(2) ? {} : { targetElementId: to }) },
    status: 200,
    apply() {
      drop(recordOf(model.elements, entry.elementId)[list], id);
      insert(recordOf(model.elements, to)[list], id, index);
      entry.elementId = to;
    },
  };
};

const changeAudio: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.audios.keys());
  if (id === undefined) return undefined;
  const audio = recordOf(model.audios, id);
  const step = { what: 'change audio', method: 'PATCH' as const, path: `/element/${audio.elementId}/audio/${id}` };
  if (dice.once(8))
    return { ...step, body: dice.oneOf([{}, { mode: 'twice' }, { delay: null }, { elementId: audio.elementId }]), status: 400 };
  const change = dice.oneOf([{ mode: 'loop' }, { delay: 50 }, { mode: audio.mode, delay: audio.delay }]);
  return { ...step, body: change, status: 200, apply: () => void Object.assign(audio, change) };
};

/** [Elements, Components] covers: what is sent, and what is stored or rejected. */
function someCover(
  hand: StepContext,
  owner: 'element' | 'component',
): { given: unknown; stored?: Record<string, unknown>; status: number } {
  const { model, dice } = hand;
  const asset = dice.find(model.assets);
  const isElement = owner === 'element';
  const playback = { mode: 'loop', autoplay: true, showControls: false, showOptions: true };
  const refused = (given: unknown) => ({ given, status: 400 });
  const byAsset = () => {
    if (!asset) return refused({});
    const [id, { type }] = asset;
    if (type === 'image') {
      if (dice.once(6)) return refused({ id, autoplay: true });
      if (dice.once(8)) return refused({ id, file: 'x.svg' });
      if (dice.once(8)) return refused({ id, type: 'video' });
      return { given: dice.once(2) ? { id } : { id, type }, stored: { id, type }, status: 200 };
    }
    if (type === 'video' && isElement) {
      const extra = dice.once(2) ? playback : {};
      return { given: { ...(dice.once(2) ? {} : { type }), id, ...extra }, stored: { id, type, ...extra }, status: 200 };
    }
    return refused({ id });
  };
  const youtube = { type: 'youtube', url: 'https://www.youtube.com/watch?v=x', autoplay: true };
  return dice.oneOf<() => { given: unknown; stored?: Record<string, unknown>; status: number }>([
    byAsset,
    byAsset,
    () => ({ given: { type: 'icon', file: 'star.svg' }, stored: { type: 'icon', file: 'star.svg' }, status: 200 }),
    () => (isElement ? { given: youtube, stored: youtube, status: 200 } : refused(youtube)),
    () => ({ given: { id: nowhere(hand) }, status: 404 }),
    () => refused({ type: 'icon', file: 'star.svg', id: asset?.[0] ?? 'x' }),
    () => refused({ type: 'youtube', url: 'https://x', mode: 'loop' }),
    () =>
      refused(
        dice.oneOf<unknown>([{}, null, [], 'x', { type: 'icon' }, { type: 'youtube' }, { type: 'image' }, { type: 'sound', id: 'x' }]),
      ),
  ])();
}

const setCover: Maker = (hand) => {
  const { model, dice } = hand;
  const owner = dice.oneOf(['element', 'element', 'component'] as const);
  const map: ReadonlyMap<string, { cover: Record<string, unknown> | null }> = owner === 'element' ? model.elements : model.components;
  const id = dice.find(map.keys());
  if (id === undefined) return undefined;
  const holder = recordOf(map, id);
  const path = `/${owner}/${id}/cover`;
  const isFolder = owner === 'component' && recordOf(model.components, id).type === 'folder';
  if (dice.once(5))
    return {
      what: `delete ${owner} cover`,
      method: 'DELETE',
      path,
      ...(isFolder ? { status: id === model.rootComponent ? 400 : 200 } : { status: 200 }),
      apply: () => {
        holder.cover = null;
      },
    };
  const { given, stored, status } = someCover(hand, owner);
  if (isFolder) return status === 404 ? undefined : { what: 'folder cover', method: 'PATCH', path, body: { cover: given }, status: 400 };
  return {
    what: `set ${owner} cover`,
    method: 'PATCH',
    path,
    body: { cover: given },
    status,
    apply: () => {
      holder.cover = stored ?? null;
    },
  };
};

const linkBoard: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.elements.keys());
  const boardId = dice.find(model.boards.keys());
  if (id === undefined || boardId === undefined) return undefined;
  const element = recordOf(model.elements, id);
  const path = `/element/${id}/linked-board`;
  const link = (to: string | null) => () => {
    element.linkedBoard = to;
  };
  if (dice.once(5)) return { what: 'unlink board', method: 'DELETE', path, status: 200, apply: link(null) };
  const step = { what: 'link board', method: 'PATCH' as const, path };
  if (dice.once(10)) return { ...step, body: { boardId: nowhere(hand) }, status: 404 };
  if (dice.once(10)) return { ...step, body: dice.oneOf([{}, { boardId: null }, { boardId, more: 1 }]), status: 400 };
  if (recordOf(model.boards, boardId).type === 'folder') return { ...step, body: { boardId }, status: 400 };
  return { ...step, body: { boardId }, status: 200, apply: link(boardId) };
};

const moveComponent: Maker = (hand): Step | undefined => moveInTree(hand, '/component', hand.model.components, hand.model.rootComponent);
const moveAsset: Maker = (hand): Step | undefined => moveInTree(hand, '/asset', hand.model.assets, rootAsset);
const removeVariable = deleter(
  '/variable',
  ({ variables }) => variables,
  (model, id) => {
    drop(model.variableList, id);
    model.variables.delete(id);
  },
);

export const treeSteps: readonly Maker[] = [
  createComponent,
  createComponent,
  changeComponent,
  changeComponent,
  moveComponent,
  deleteComponent,
  deleteComponent,
  createAsset,
  createAsset,
  changeAsset,
  moveAsset,
  deleteAsset,
  deleteAsset,
  createVariable,
  createVariable,
  changeVariable,
  changeVariable,
  removeVariable,
  attachComponent,
  attachComponent,
  attachAudio,
  attachAudio,
  moveAttachment,
  moveAttachment,
  changeAudio,
  setCover,
  setCover,
  linkBoard,
];
