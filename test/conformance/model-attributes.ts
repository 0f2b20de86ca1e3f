/** Requests about attributes of elements, boards and components, following [Attribute] and [Attributes]. */
import { removeAttribute } from './model-removal.ts';
import { type Attribute, type Board, type Component, type Element, insert, recordOf, reorder, type Value } from './model-state.ts';
import {
  badIndices,
  badTexts,
  type Maker,
  nowhere,
  randomCreateIndex,
  randomMoveIndex,
  richText,
  type Step,
  type StepContext,
} from './model-step.ts';

interface Owner {
  readonly id: string;
  readonly word: 'element' | 'board' | 'component';
  readonly cType: Attribute['cType'];
  readonly customId: string | null;
  readonly attributes: string[];
  readonly isFolder: boolean;
}

const words = { elements: 'element', boards: 'board', components: 'component' } as const;

function ownerOf({ model }: StepContext, cType: Attribute['cType'], id: string): Owner {
  const word = words[cType];
  const owners: ReadonlyMap<string, Board | Component | Element> = model[cType];
  const record = recordOf(owners, id);
  const isFolder = 'type' in record && record.type === 'folder';
  return { id, word, cType, customId: 'customId' in record ? record.customId : null, attributes: record.attributes, isFolder };
}

function anOwner(hand: StepContext): Owner | undefined {
  const { model, dice } = hand;
  const cType = dice.oneOf(['elements', 'boards', 'components'] as const);
  const id = dice.find(model[cType].keys());
  return id === undefined ? undefined : ownerOf(hand, cType, id);
}

interface Made {
  readonly given: Record<string, unknown>;
  readonly stored: Value;
}

/** A valid value and how it is stored. */
function someValue(hand: StepContext, types: readonly string[]): Made {
  const { model, dice } = hand;
  const type = dice.oneOf(types);
  const bare = dice.once(4);
  switch (type) {
    case 'string': {
      if (dice.once(3)) {
        const [given, stored] = richText(hand);
        return { given: { type, plain: false, data: given }, stored: { type, plain: false, data: stored } };
      }
      const data = bare ? null : dice.oneOf(['tag', '<b>kept as it is</b>', 'x'.repeat(300)]);
      const given = bare
        ? dice.oneOf([{ type }, { type, data: null }, { type, data: '' }])
        : { type, data, ...(dice.once(2) ? { plain: true } : {}) };
      return { given, stored: { type, plain: true, data } };
    }
    case 'rich-text': {
      const [given, stored] = richText(hand);
      const data = bare ? null : stored;
      return {
        given: { type, ...(bare ? {} : { data: given }), ...(dice.once(2) ? { plain: false } : {}) },
        stored: { type: 'string', plain: false, data },
      };
    }
    case 'component-list':
    case 'asset-list': {
      const field = type === 'asset-list' ? 'asset' : 'component';
      const map = type === 'asset-list' ? model.assets : model.components;
      const targets = [...map].filter(([, each]) => each.type !== 'folder').map(([id]) => id);
      const data =
        targets.length === 0 || bare
          ? []
          : Array.from({ length: 1 + dice.below(3) }, (_, at) => ({ id: `r${at}`, [field]: dice.oneOf(targets) }));
      const given = data.length > 0 ? { type, data } : dice.oneOf([{ type }, { type, data: [] }, { type, data: null }]);
      return { given, stored: { type, data: data.length > 0 ? data : null } };
    }
    case 'boolean':
      return bare ? { given: { type }, stored: { type, data: false } } : { given: { type, data: true }, stored: { type, data: true } };
    case 'integer':
      return bare ? { given: { type }, stored: { type, data: 0 } } : { given: { type, data: -7 }, stored: { type, data: -7 } };
    default:
      return bare ? { given: { type }, stored: { type, data: 0 } } : { given: { type, data: 1.5 }, stored: { type, data: 1.5 } };
  }
}

const ofElements = ['string', 'rich-text', 'component-list', 'component-list', 'asset-list', 'asset-list'];
const ofOthers = [...ofElements, 'boolean', 'integer', 'float'];
const isVariable = ({ type, plain }: Value): boolean =>
  ['boolean', 'integer', 'float'].includes(type) || (type === 'string' && plain === true);

/** An invalid value for any owner. */
function badValue(hand: StepContext): unknown {
  const { model, dice } = hand;
  const folder = model.rootComponent;
  const component = dice.find([...model.components].filter(([, { type }]) => type === 'component').map(([id]) => id)) ?? folder;
  return dice.oneOf<unknown>([
    null,
    [],
    'text',
    { type: 'text' },
    { type: 'rich-text', plain: true },
    { type: 'rich-text', data: dice.oneOf(badTexts) },
    { type: 'string', plain: false, data: dice.oneOf(badTexts) },
    { type: 'string', data: 5 },
    { type: 'component-list', data: 'x' },
    { type: 'component-list', data: [{ id: 'r', component: dice.uuid() }] },
    { type: 'component-list', data: [{ id: 'r', component: folder }] },
    { type: 'component-list', data: [{ component }] },
    { type: 'component-list', data: [{ id: 'r', component, more: 1 }] },
    {
      type: 'component-list',
      data: [
        { id: 'r', component },
        { id: 'r', component },
      ],
    },
    { type: 'asset-list', data: [{ id: 'r', asset: 'root_asset' }] },
    { type: 'asset-list', data: [{ id: 'r', component }] },
    { type: 'component-list', plain: false },
    { type: 'string', data: 'x', more: 1 },
  ]);
}

/** A customId that no variable of this owner has. */
const freeId = ({ dice }: StepContext): string => `var${dice.below(1e6)}`;
const takenIn = ({ model }: StepContext, { attributes }: Owner): string | undefined =>
  attributes.map((id) => recordOf(model.attributes, id).customId).find((id) => id !== null) ?? undefined;

const createAttribute: Maker = (hand) => {
  const { model, dice } = hand;
  const owner = anOwner(hand);
  if (!owner) return undefined;
  const step = { what: 'create attribute', method: 'POST' as const, path: `/${owner.word}/${owner.id}/attribute` };
  const isElement = owner.cType === 'elements';
  const made = someValue(hand, isElement ? ofElements : ofOthers);
  const variable = !isElement && isVariable(made.stored);
  const customId = variable ? freeId(hand) : undefined;
  const name = dice.oneOf<{ name?: string | null }>([{}, { name: 'Mood' }, { name: null }, { name: '' }]);
  const size = dice.oneOf([{}, { size: 'half' }, { size: 'full' }]);
  const index = randomCreateIndex(hand);
  const body = { value: made.given, ...name, ...size, ...index, ...(customId ? { customId } : {}) };
  if (owner.isFolder) return { ...step, body, status: 400 };
  if (variable && owner.customId === null) return { ...step, body, status: 400, field: 'customId' };
  if (dice.once(5)) return spoilt(hand, step, body, owner, variable);
  return {
    ...step,
    body,
    status: 201,
    apply(id) {
      const { cType } = owner;
      const fresh = { name: name.name ?? null, size: size.size ?? 'full', value: made.stored };
      model.attributes.set(id, { cId: owner.id, cType, ...fresh, customId: customId ?? null });
      insert(owner.attributes, id, index.index);
    },
  };
};

function spoilt(hand: StepContext, step: Pick<Step, 'what' | 'method' | 'path'>, body: object, owner: Owner, variable: boolean): Step {
  const { dice } = hand;
  const rich = { value: { type: 'rich-text' } };
  const number = { value: { type: 'integer', data: dice.oneOf([1.5, '1', null, true]) }, customId: freeId(hand) };
  const cases: (() => Step)[] = [
    () => ({ ...step, body: { ...body, value: badValue(hand), customId: undefined }, status: 400, field: 'value' }),
    () => ({ ...step, body: { ...body, size: dice.oneOf(['Full', null, 1]) }, status: 400, field: 'size' }),
    () => ({ ...step, body: { ...body, name: 7 }, status: 400, field: 'name' }),
    () => ({ ...step, body: { ...body, cId: owner.id }, status: 400, field: 'cId' }),
    () => ({ ...step, body: { ...rich, customId: freeId(hand) }, status: 400, field: 'customId' }),
    () => ({ ...step, path: `/${owner.word}/${nowhere(hand)}/attribute`, body: rich, status: 404 }),
  ];
  if (owner.cType === 'elements') cases.push(() => ({ ...step, body: { value: { type: 'integer' } }, status: 400, field: 'value' }));
  else if (owner.customId !== null) {
    const taken = takenIn(hand, owner);
    const unfit = dice.oneOf(['if', '9x', 'a b', '', ...(taken ? [taken] : [])]);
    cases.push(() => ({ ...step, body: { value: { type: 'boolean' } }, status: 400, field: 'customId' }));
    cases.push(() => ({ ...step, body: { value: { type: 'string', data: 'x' }, customId: unfit }, status: 400, field: 'customId' }));
    cases.push(() => ({ ...step, body: number, status: 400, field: 'value' }));
    if (variable) cases.push(() => ({ ...step, body: { ...body, customId: undefined }, status: 400, field: 'customId' }));
  }
  return dice.oneOf(cases)();
}

const changeAttribute: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.attributes.keys());
  if (id === undefined) return undefined;
  const attribute = recordOf(model.attributes, id);
  const owner = ownerOf(hand, attribute.cType, attribute.cId);
  const step = { what: 'change attribute', method: 'PATCH' as const, path: `/${owner.word}/${owner.id}/attribute/${id}` };
  const stranger = anOwner(hand);
  if (stranger && stranger.id !== owner.id && dice.once(10))
    return { ...step, path: `/${stranger.word}/${stranger.id}/attribute/${id}`, body: { name: 'x' }, status: 404 };
  if (dice.once(10)) return { ...step, body: dice.oneOf([{}, { index: 0 }, { cId: owner.id }, { id }]), status: 400 };
  if (dice.once(8)) return { ...step, body: { value: badValue(hand) }, status: 400, field: 'value' };
  const name = dice.once(2) ? { name: dice.oneOf(['Mood', null, 'Rang']) } : {};
  const size = { size: dice.oneOf(['full', 'half']) };
  if (dice.once(3)) return { ...step, body: { ...name, ...size }, status: 200, apply: () => void Object.assign(attribute, name, size) };
  return changeValue(hand, attribute, owner, { ...step, body: { ...name, ...size } });
};

/** [Attributes] which parts of a value may be omitted, which types may follow which, and when a customId is required. */
function changeValue(hand: StepContext, attribute: Attribute, owner: Owner, step: Omit<Step, 'status'> & { body: object }): Step {
  const { dice } = hand;
  const isElement = owner.cType === 'elements';
  const now = attribute.value;
  const isText = now.type === 'string';
  const [given, stored] = richText(hand);
  const [sameGiven, sameStored] = isText && now.plain ? ['other words', 'other words'] : [given, stored];
  const same: Made | undefined = isText ? { given: { data: sameGiven }, stored: { ...now, data: sameStored } } : undefined;
  const made = same && dice.once(3) ? same : someValue(hand, isElement ? ofElements : ofOthers);
  const { type, data, plain } = made.given;
  // It is not specified whether `string` or `plain` alone keeps the existing text.
  const keeps = data === undefined && (type === undefined || type === now.type || (type === 'rich-text' && isText && now.plain === false));
  const value = keeps && type !== 'rich-text' && (isText || plain !== undefined) ? { ...made.given, data: null } : made.given;
  const after: Value = keeps && value === made.given ? { ...now } : made.stored;
  const isClear = keeps && value !== made.given;
  const result = isClear ? { ...made.stored, data: null } : after;
  const [is, was] = [!isElement && isVariable(result), !isElement && isVariable(now)];
  const needsId = is && !was && attribute.customId === null;
  const customId = needsId && !dice.once(3) ? freeId(hand) : undefined;
  const body = { ...step.body, value, ...(customId ? { customId } : {}) };
  if (attribute.customId !== null && !is) return { ...step, body, status: 400 };
  if (needsId && customId === undefined) return { ...step, body, status: 400, field: 'customId' };
  if (customId && owner.customId === null) return { ...step, body, status: 400, field: 'customId' };
  return {
    ...step,
    body,
    status: 200,
    apply() {
      Object.assign(attribute, step.body, { value: structuredClone(result) });
      if (customId) attribute.customId = customId;
    },
  };
}

const moveAttribute: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.attributes.keys());
  if (id === undefined) return undefined;
  const { cType, cId } = recordOf(model.attributes, id);
  const owner = ownerOf(hand, cType, cId);
  const index = randomMoveIndex(hand);
  const step = { what: 'move attribute', method: 'PATCH' as const, path: `/${owner.word}/${cId}/attribute/${id}/index` };
  if (dice.once(8)) return { ...step, body: { index: dice.oneOf([...badIndices, '-']) }, status: 400, field: 'index' };
  return { ...step, body: { index }, status: 200, apply: () => reorder(owner.attributes, id, index) };
};

const deleteAttribute: Maker = (hand) => {
  const { model, dice } = hand;
  const id = dice.find(model.attributes.keys());
  if (id === undefined) return undefined;
  const { cType, cId } = recordOf(model.attributes, id);
  const { word } = ownerOf(hand, cType, cId);
  return {
    what: 'delete attribute',
    method: 'DELETE',
    path: `/${word}/${cId}/attribute/${id}`,
    status: 200,
    apply: () => removeAttribute(model, id),
  };
};

export const attributeSteps: readonly Maker[] = [
  createAttribute,
  createAttribute,
  createAttribute,
  createAttribute,
  changeAttribute,
  changeAttribute,
  changeAttribute,
  moveAttribute,
  deleteAttribute,
];
