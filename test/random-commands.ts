/** Random but mostly valid commands: their references are picked from the records that exist at that moment. */
import fc from 'fast-check';
import type { SingleCommand } from '../shared/model/commands.ts';
import { themes } from '../shared/model/kinds/field-schemas.ts';
import { allKinds, isItemKind, type KindName } from '../shared/model/kinds/kinds.ts';
import type { Project } from '../shared/model/project.ts';

export interface CommandSketch {
  readonly do: 'create' | 'change' | 'move' | 'remove' | 'conditions' | 'locale';
  readonly kind: KindName;
  readonly picks: readonly number[];
}

const creatableKinds: readonly KindName[] = allKinds.map(({ kind }) => kind).filter((kind) => kind !== 'project');

export const commandSketches = (length = 60) =>
  fc.array(
    fc.record({
      do: fc.constantFrom<CommandSketch['do'][]>(
        'create',
        'create',
        'create',
        'create',
        'change',
        'change',
        'change',
        'move',
        'remove',
        'conditions',
        'locale',
      ),
      kind: fc.constantFrom(...creatableKinds),
      picks: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: length, size: 'max' },
  );

/** Converts the request to a command on this project; undefined if there is no record it could apply to. */
export function toCommand(wish: CommandSketch, project: Project): SingleCommand | undefined {
  let at = 0;
  const nextNumber = () => wish.picks[at++ % wish.picks.length] ?? 0;
  const oneOf = <T>(values: readonly T[]): T => values[nextNumber() % values.length] as T;
  const pick = (of: KindName, fits: (record: never) => boolean = () => true) => {
    const found = [...project.recordsOfKind(of)].filter(fits as never);
    return found.length > 0 ? oneOf(found).id : undefined;
  };
  const command = buildCommand(wish, { project, nextNumber, oneOf, pick });
  return command as SingleCommand | undefined;
}

interface RecordPicker {
  readonly project: Project;
  nextNumber(): number;
  oneOf<T>(values: readonly T[]): T;
  pick(of: KindName, fits?: (record: never) => boolean): string | undefined;
}

function buildCommand(wish: CommandSketch, hand: RecordPicker): unknown {
  const { nextNumber, pick, oneOf } = hand;
  if (wish.do === 'locale') return localeCommand(hand);
  if (wish.do === 'conditions') return conditionsCommand(hand);
  if (wish.do === 'create') {
    const fields = createFields(wish.kind, hand);
    return fields && { do: 'create', kind: wish.kind, fields, ...(nextNumber() % 2 ? { at: nextNumber() % 4 } : {}) };
  }
  const id = pick(wish.kind);
  if (id === undefined) return undefined;
  if (wish.do === 'remove') return { do: 'remove', kind: wish.kind, id };
  if (wish.do === 'move') {
    const parent = ['board', 'component', 'asset'].includes(wish.kind) && nextNumber() % 2 ? pickFolder(wish.kind, hand) : undefined;
    return {
      do: 'move',
      kind: wish.kind,
      id,
      at: oneOf([0, 1, 2, '-']),
      ...(parent ? { to: parent } : {}),
      ...(wish.kind === 'connection' && nextNumber() % 2 ? { list: 'outputs' } : {}),
    };
  }
  const fields = changeFields(wish.kind, hand);
  return fields && { do: 'change', kind: wish.kind, id, fields };
}

const isPlayableBoard = ({ type }: { type: string }) => type === 'board';
const pickFolder = (kind: KindName, { pick }: RecordPicker) => pick(kind, ({ type }: { type: string }) => type === 'folder');
const isComponent = ({ type }: { type: string }) => type === 'component';
const randomPosition = (hand: RecordPicker) => ({
  boardId: hand.pick('board', isPlayableBoard),
  x: hand.nextNumber(),
  y: hand.nextNumber(),
});

function randomText(hand: RecordPicker): string {
  const mentioned = hand.pick('component', isComponent);
  return hand.oneOf([
    '<p>Go on.</p>',
    '',
    '<p>A <b>door</b>.</p>',
    mentioned
      ? `<p><span class="mention-component mention" data-id="${mentioned}" data-label="x" data-type="component">x</span> said</p>`
      : '<p>…</p>',
  ]);
}

function randomCover({ pick }: RecordPicker): unknown {
  const asset = pick('asset', ({ type }: { type: string }) => type === 'image');
  return asset === undefined ? { type: 'icon', file: 'star.svg' } : { id: asset };
}

const randomLocalizedText = (hand: RecordPicker): unknown =>
  hand.oneOf<() => unknown>([
    () => randomText(hand),
    () => null,
    () => ({ de: randomText(hand) }),
    () => ({ en: { text: randomText(hand) }, de: null }),
  ])();

function createFields(kind: KindName, hand: RecordPicker): Record<string, unknown> | undefined {
  const { nextNumber, oneOf, pick } = hand;
  switch (kind) {
    case 'board':
      return { name: oneOf(['Act', 'Küche', '42']), type: oneOf(['board', 'folder']), parentId: pickFolder('board', hand) };
    case 'element':
      return {
        ...randomPosition(hand),
        title: randomLocalizedText(hand),
        content: randomLocalizedText(hand),
        linkedBoard: nextNumber() % 4 ? null : (pick('board', isPlayableBoard) ?? null),
      };
    case 'note':
      return { ...randomPosition(hand), content: randomText(hand) };
    case 'jumper':
      return { ...randomPosition(hand), elementId: pick('element') ?? null };
    case 'branch':
      return randomPosition(hand);
    case 'condition':
      return { branchId: pick('branch'), role: oneOf(['elseIf', 'elseIf', 'else', 'if']), script: oneOf([null, 'a == 1']) };
    case 'connection':
      return connectionFields(hand);
    case 'component':
      return {
        name: oneOf(['Ada', 'Bob', { en: 'Eve', de: 'Eva' }]),
        type: oneOf(['component', 'component', 'folder']),
        parentId: pickFolder('component', hand),
      };
    case 'asset':
      return nextNumber() % 3
        ? { name: 'a.png', type: oneOf(['image', 'audio']), file: 'f', parentId: pickFolder('asset', hand) }
        : { name: 'Folder', parentId: pickFolder('asset', hand) };
    case 'componentAttachment':
      return { elementId: pick('element'), componentId: pick('component', isComponent) };
    case 'audioAttachment':
      return {
        elementId: pick('element'),
        assetId: pick('asset', ({ type }: { type: string }) => type === 'audio'),
        mode: oneOf(['once', 'loop', 'stop']),
      };
    case 'attribute':
      return attributeFields(hand);
    case 'variable':
      return { name: `v${nextNumber() % 20}`, type: oneOf(['string', 'integer', 'float', 'boolean']) };
    case 'comment':
      return { boardId: pick('board', isPlayableBoard), x: 1, y: 2, author: { id: nextNumber(), fullName: 'Ada' }, content: '<p>Hm</p>' };
    case 'reply':
      return { commentId: pick('comment'), author: { id: nextNumber(), fullName: null }, content: '<p>Yes</p>' };
    default:
      return isItemKind(kind) ? randomPosition(hand) : undefined;
  }
}

function connectionFields({ project, pick, nextNumber, oneOf }: RecordPicker): Record<string, unknown> | undefined {
  const fromCondition = nextNumber() % 3 === 0;
  const source = fromCondition ? pick('condition') : pick('element');
  if (source === undefined) return undefined;
  const boardId = fromCondition
    ? project.find('branch', project.find('condition', source)?.branchId ?? '')?.boardId
    : project.find('element', source)?.boardId;
  const [kind, plural] = oneOf([
    ['element', 'elements'],
    ['branch', 'branches'],
    ['jumper', 'jumpers'],
  ] as const);
  const targetid = pick(kind, (record: { boardId: string }) => record.boardId === boardId);
  return { boardId, sourceid: source, sourceType: fromCondition ? 'conditions' : 'elements', targetid, targetType: plural };
}

function attributeFields(hand: RecordPicker): Record<string, unknown> {
  const [kind, cType] = hand.oneOf([
    ['element', 'elements'],
    ['component', 'components'],
    ['board', 'boards'],
  ] as const);
  const cId = hand.pick(kind, (record: { type?: string }) => record.type !== 'folder');
  const component = hand.pick('component', isComponent);
  const value = hand.oneOf<unknown>([
    { type: 'rich-text', data: randomText(hand) },
    { type: 'component-list', data: component ? [{ id: 'r1', component }] : null },
    { type: 'string', plain: true, data: 'tag' },
  ]);
  const needsId = cType !== 'elements' && (value as { plain?: boolean }).plain === true;
  return { cId, cType, name: 'tag', value, ...(needsId ? { customId: `c${hand.nextNumber() % 10}` } : {}) };
}

function changeFields(kind: KindName, hand: RecordPicker): Record<string, unknown> | undefined {
  const { nextNumber, oneOf, pick } = hand;
  switch (kind) {
    case 'board':
      return { name: oneOf(['Act', 'Hall', 'Ende']) };
    case 'element':
      return oneOf<() => Record<string, unknown>>([
        () => ({ title: randomLocalizedText(hand) }),
        () => ({ content: randomLocalizedText(hand) }),
        () => ({ x: nextNumber(), theme: oneOf(themes) }),
        () => ({ cover: randomCover(hand) }),
      ])();
    case 'note':
      return { content: randomText(hand), x: nextNumber() };
    case 'jumper':
      return { elementId: pick('element') ?? null };
    case 'branch':
      return { theme: oneOf(themes) };
    case 'condition':
      return { script: oneOf(['a', '', 'b > 2']) };
    case 'connection':
      return { label: randomLocalizedText(hand), type: oneOf(['Straight', 'Bezier']) };
    case 'component':
      return { name: oneOf(['Zoe', { de: 'Ada' }, null]) };
    case 'asset':
      return oneOf<Record<string, unknown>>([{ name: 'b.png' }, { type: 'image' }, { type: 'audio' }, { volume: 1 }]);
    case 'audioAttachment':
      return { delay: nextNumber() };
    case 'attribute':
      return oneOf<Record<string, unknown>>([
        { name: 'mark' },
        { value: { data: null } },
        { value: { type: 'rich-text' } },
        { value: { type: 'string' } },
        { value: { plain: false } },
        { value: { type: 'integer' }, customId: `c${nextNumber() % 10}` },
        { value: { type: 'asset-list', data: [] } },
      ]);
    case 'variable':
      return { type: oneOf(['string', 'integer', 'float', 'boolean']) };
    case 'comment':
      return { resolved: nextNumber() % 2 === 0 };
    default:
      return isItemKind(kind) ? { x: nextNumber() } : undefined;
  }
}

function conditionsCommand({ project, pick, nextNumber, oneOf }: RecordPicker): unknown {
  const id = pick('branch');
  if (id === undefined) return undefined;
  const middle = project.children('condition', id, 'conditions').filter(({ role }) => role === 'elseIf');
  const kept = middle.filter(() => nextNumber() % 3 > 0).map((each) => ({ id: each.id }));
  return {
    do: 'setConditions',
    id,
    conditions: {
      ifCondition: { script: oneOf(['a', null, 'b == 2']) },
      elseIfConditions: nextNumber() % 2 ? [...kept.reverse(), { script: 'c' }] : kept,
      elseCondition: oneOf([null, {}]),
    },
  };
}

function localeCommand({ project, nextNumber, oneOf }: RecordPicker): unknown {
  const iso = oneOf(['fr', 'el', 'de']);
  const known = project.projectRecord.locales.some((each) => each.iso === iso);
  if (!known) return { do: 'addLocale', locale: { iso, name: iso, base: oneOf([null, 'en']) } };
  return oneOf([
    { do: 'removeLocale', iso },
    { do: 'makeMainLocale', iso: nextNumber() % 2 ? 'en' : iso },
    { do: 'changeLocale', iso, name: `${iso}!` },
  ]);
}
