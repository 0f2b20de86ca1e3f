/** Random but mostly acceptable commands: what they refer to is picked from what exists at that moment. */
import fc from 'fast-check';
import type { SingleCommand } from '../shared/commands.ts';
import { type KindName, kindList } from '../shared/kinds/all.ts';
import { themes } from '../shared/kinds/fields.ts';
import type { Project } from '../shared/project.ts';

export interface Wish {
  readonly do: 'create' | 'change' | 'move' | 'remove' | 'conditions' | 'locale';
  readonly kind: KindName;
  readonly picks: readonly number[];
}

const madeBySelf: readonly KindName[] = kindList.map(({ kind }) => kind).filter((kind) => kind !== 'project');

export const wishes = (length = 60) =>
  fc.array(
    fc.record({
      do: fc.constantFrom<Wish['do'][]>(
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
      kind: fc.constantFrom(...madeBySelf),
      picks: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: length, size: 'max' },
  );

/** The wish as a command on this project; undefined where there is nothing it could be about. */
export function granted(wish: Wish, project: Project): SingleCommand | undefined {
  let at = 0;
  const next = () => wish.picks[at++ % wish.picks.length] ?? 0;
  const oneOf = <T>(values: readonly T[]): T => values[next() % values.length] as T;
  const pick = (of: KindName, fits: (record: never) => boolean = () => true) => {
    const found = [...project.all(of)].filter(fits as never);
    return found.length > 0 ? oneOf(found).id : undefined;
  };
  const command = make(wish, { project, next, oneOf, pick });
  return command as SingleCommand | undefined;
}

interface Hand {
  readonly project: Project;
  next(): number;
  oneOf<T>(values: readonly T[]): T;
  pick(of: KindName, fits?: (record: never) => boolean): string | undefined;
}

function make(wish: Wish, hand: Hand): unknown {
  const { next, pick, oneOf } = hand;
  if (wish.do === 'locale') return localeCommand(hand);
  if (wish.do === 'conditions') return conditionsCommand(hand);
  if (wish.do === 'create') {
    const fields = draft(wish.kind, hand);
    return fields && { do: 'create', kind: wish.kind, fields, ...(next() % 2 ? { at: next() % 4 } : {}) };
  }
  const id = pick(wish.kind);
  if (id === undefined) return undefined;
  if (wish.do === 'remove') return { do: 'remove', kind: wish.kind, id };
  if (wish.do === 'move') {
    const parent = ['board', 'component', 'asset'].includes(wish.kind) && next() % 2 ? folder(wish.kind, hand) : undefined;
    return {
      do: 'move',
      kind: wish.kind,
      id,
      at: oneOf([0, 1, 2, '-']),
      ...(parent ? { to: parent } : {}),
      ...(wish.kind === 'connection' && next() % 2 ? { list: 'outputs' } : {}),
    };
  }
  const fields = patch(wish.kind, hand);
  return fields && { do: 'change', kind: wish.kind, id, fields };
}

const playable = ({ type }: { type: string }) => type === 'board';
const folder = (kind: KindName, { pick }: Hand) => pick(kind, ({ type }: { type: string }) => type === 'folder');
const realComponent = ({ type }: { type: string }) => type === 'component';
const spot = (hand: Hand) => ({ boardId: hand.pick('board', playable), x: hand.next(), y: hand.next() });

function text(hand: Hand): string {
  const mentioned = hand.pick('component', realComponent);
  return hand.oneOf([
    '<p>Go on.</p>',
    '',
    '<p>A <b>door</b>.</p>',
    mentioned
      ? `<p><span class="mention-component mention" data-id="${mentioned}" data-label="x" data-type="component">x</span> said</p>`
      : '<p>…</p>',
  ]);
}

function cover({ pick }: Hand): unknown {
  const asset = pick('asset', ({ type }: { type: string }) => type === 'image');
  return asset === undefined ? { type: 'icon', file: 'star.svg' } : { id: asset };
}

const localized = (hand: Hand): unknown =>
  hand.oneOf<() => unknown>([() => text(hand), () => null, () => ({ de: text(hand) }), () => ({ en: { text: text(hand) }, de: null })])();

function draft(kind: KindName, hand: Hand): Record<string, unknown> | undefined {
  const { next, oneOf, pick } = hand;
  switch (kind) {
    case 'board':
      return { name: oneOf(['Act', 'Küche', '42']), type: oneOf(['board', 'folder']), parentId: folder('board', hand) };
    case 'element':
      return {
        ...spot(hand),
        title: localized(hand),
        content: localized(hand),
        linkedBoard: next() % 4 ? null : (pick('board', playable) ?? null),
      };
    case 'note':
      return { ...spot(hand), content: text(hand) };
    case 'jumper':
      return { ...spot(hand), elementId: pick('element') ?? null };
    case 'branch':
      return spot(hand);
    case 'condition':
      return { branchId: pick('branch'), role: oneOf(['elseIf', 'elseIf', 'else', 'if']), script: oneOf([null, 'a == 1']) };
    case 'connection':
      return connection(hand);
    case 'component':
      return {
        name: oneOf(['Ada', 'Bob', { en: 'Eve', de: 'Eva' }]),
        type: oneOf(['component', 'component', 'folder']),
        parentId: folder('component', hand),
      };
    case 'asset':
      return next() % 3
        ? { name: 'a.png', type: oneOf(['image', 'audio']), file: 'f', parentId: folder('asset', hand) }
        : { name: 'Folder', parentId: folder('asset', hand) };
    case 'componentAttachment':
      return { elementId: pick('element'), componentId: pick('component', realComponent) };
    case 'audioAttachment':
      return {
        elementId: pick('element'),
        assetId: pick('asset', ({ type }: { type: string }) => type === 'audio'),
        mode: oneOf(['once', 'loop', 'stop']),
      };
    case 'attribute':
      return attribute(hand);
    case 'variable':
      return { name: `v${next() % 20}`, type: oneOf(['string', 'integer', 'float', 'boolean']) };
    case 'comment':
      return { boardId: pick('board', playable), x: 1, y: 2, author: { id: next(), fullName: 'Ada' }, content: '<p>Hm</p>' };
    case 'reply':
      return { commentId: pick('comment'), author: { id: next(), fullName: null }, content: '<p>Yes</p>' };
    default:
      return undefined;
  }
}

function connection({ project, pick, next, oneOf }: Hand): Record<string, unknown> | undefined {
  const fromCondition = next() % 3 === 0;
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

function attribute(hand: Hand): Record<string, unknown> {
  const [kind, cType] = hand.oneOf([
    ['element', 'elements'],
    ['component', 'components'],
    ['board', 'boards'],
  ] as const);
  const cId = hand.pick(kind, (record: { type?: string }) => record.type !== 'folder');
  const component = hand.pick('component', realComponent);
  const value = hand.oneOf<unknown>([
    { type: 'rich-text', data: text(hand) },
    { type: 'component-list', data: component ? [{ id: 'r1', component }] : null },
    { type: 'string', plain: true, data: 'tag' },
  ]);
  const needsId = cType !== 'elements' && (value as { plain?: boolean }).plain === true;
  return { cId, cType, name: 'tag', value, ...(needsId ? { customId: `c${hand.next() % 10}` } : {}) };
}

function patch(kind: KindName, hand: Hand): Record<string, unknown> | undefined {
  const { next, oneOf, pick } = hand;
  switch (kind) {
    case 'board':
      return { name: oneOf(['Act', 'Hall', 'Ende']) };
    case 'element':
      return oneOf<() => Record<string, unknown>>([
        () => ({ title: localized(hand) }),
        () => ({ content: localized(hand) }),
        () => ({ x: next(), theme: oneOf(themes) }),
        () => ({ cover: cover(hand) }),
      ])();
    case 'note':
      return { content: text(hand), x: next() };
    case 'jumper':
      return { elementId: pick('element') ?? null };
    case 'branch':
      return { theme: oneOf(themes) };
    case 'condition':
      return { script: oneOf(['a', '', 'b > 2']) };
    case 'connection':
      return { label: localized(hand), type: oneOf(['Straight', 'Bezier']) };
    case 'component':
      return { name: oneOf(['Zoe', { de: 'Ada' }, null]) };
    case 'asset':
      return oneOf<Record<string, unknown>>([{ name: 'b.png' }, { type: 'image' }, { type: 'audio' }, { volume: 1 }]);
    case 'audioAttachment':
      return { delay: next() };
    case 'attribute':
      return oneOf<Record<string, unknown>>([
        { name: 'mark' },
        { value: { data: null } },
        { value: { type: 'rich-text' } },
        { value: { type: 'string' } },
        { value: { plain: false } },
        { value: { type: 'integer' }, customId: `c${next() % 10}` },
        { value: { type: 'asset-list', data: [] } },
      ]);
    case 'variable':
      return { type: oneOf(['string', 'integer', 'float', 'boolean']) };
    case 'comment':
      return { resolved: next() % 2 === 0 };
    default:
      return undefined;
  }
}

function conditionsCommand({ project, pick, next, oneOf }: Hand): unknown {
  const id = pick('branch');
  if (id === undefined) return undefined;
  const middle = project.children('condition', id, 'conditions').filter(({ role }) => role === 'elseIf');
  const kept = middle.filter(() => next() % 3 > 0).map((each) => ({ id: each.id }));
  return {
    do: 'setConditions',
    id,
    conditions: {
      ifCondition: { script: oneOf(['a', null, 'b == 2']) },
      elseIfConditions: next() % 2 ? [...kept.reverse(), { script: 'c' }] : kept,
      elseCondition: oneOf([null, {}]),
    },
  };
}

function localeCommand({ project, next, oneOf }: Hand): unknown {
  const iso = oneOf(['fr', 'el', 'de']);
  const known = project.root.locales.some((each) => each.iso === iso);
  if (!known) return { do: 'addLocale', locale: { iso, name: iso, base: oneOf([null, 'en']) } };
  return oneOf([
    { do: 'removeLocale', iso },
    { do: 'makeMainLocale', iso: next() % 2 ? 'en' : iso },
    { do: 'changeLocale', iso, name: `${iso}!` },
  ]);
}
