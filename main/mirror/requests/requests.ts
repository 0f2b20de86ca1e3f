/**
 * An op as the one request it is, frozen before a byte leaves: route, path, body, and what theirs will be like when it has been
 * answered. No id that the remote does not know stands in it: what refers to something not yet created waits.
 */
import type { Change, ChangeSet } from '../../../shared/changes.ts';
import { type AnyRecord, type KindName, kindNamed } from '../../../shared/kinds/all.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import { type Project, parentOf } from '../../../shared/project.ts';
import { routes } from '../../../shared/routes/routes.ts';
import { removalOf } from '../plan/after.ts';
import { type Cell, cellsOf, fieldOf, isSent, parentField, refsIn, sameCell, withCell } from '../plan/cells.ts';
import { isProvisional } from '../plan/provisional.ts';
import { needs } from '../plan/removals.ts';
import { type Op, outOfPlace, partOf } from '../plan/sends.ts';
import { ranksFor } from '../plan/sequence.ts';
import { type Body, conditionsOf, merged, namesOf, partBody, refusedText } from './bodies.ts';
import { isNaming, naming, withFile } from './file-requests.ts';
import type { FilesThere } from './files-there.ts';
import type { Ready, Sending } from './sending.ts';

export function requestOf(op: Op, hash: string, mine: Project, theirs: Project, files?: FilesThere): Ready {
  const m = mine.at(op.id);
  const t = theirs.at(op.id);
  if (isProvisional(op.id)) return waiting;
  if (op.do === 'remove') return t && !m ? removal(op, t, hash, theirs) : waiting;
  if (op.do === 'look') return t ? ready(op, hash, lookRoutes[op.kind] ?? '', paramsOf(t, theirs), undefined, []) : waiting;
  if (!m) return waiting;
  if (op.do === 'create') return t ? waiting : withFile(creation(op, m, hash, mine, theirs), files?.of(m) ?? { is: 'none' });
  if (!t) return waiting;
  if (isNaming(op)) return naming(op, m, t, hash, files);
  return op.do === 'change' ? changing(op, m, t, hash, theirs) : moving(op, m, t, hash, mine, theirs);
}

const waiting: Ready = { is: 'waiting' };
const lookRoutes: { readonly [K in KindName]?: string } = { branch: 'getBranch', component: 'getComponent', element: 'getElement' };
const byName = new Map(routes.map((route) => [route.name, route]));

type Params = Readonly<Record<string, string>>;

function ready(
  op: Op,
  hash: string,
  name: string,
  params: Params,
  body: Body | undefined,
  expected: ChangeSet,
  behind?: Sending['behind'],
): Ready {
  const route = byName.get(name);
  if (!route) throw new Error(`There is no route ${name}`);
  const path = route.path.replace(/:(\w+)/g, (_whole, param: string) =>
    encodeURIComponent(param === 'hash' ? hash : (params[param] ?? '')),
  );
  return {
    is: 'ready',
    sending: { op, route: name, method: route.method, path, ...(body && { body }), expected, ...(behind && { behind }) },
  };
}

/** The parameters by which paths name a record: its own id, and that of what it belongs to. */
function paramsOf(record: AnyRecord, project: Project): Params {
  const own = { [`${record.kind}Id`]: record.id };
  if (record.kind === 'attribute') return { ...own, [`${project.at(String(record.cId))?.kind ?? ''}Id`]: String(record.cId) };
  if (record.kind === 'condition') return { ...own, branchId: String(record.branchId) };
  if (record.kind.endsWith('Attachment')) return { ...own, elementId: String(record.elementId) };
  if (record.kind === 'connection') return { ...own, elementId: String(record.sourceid) };
  return own;
}

const ownerName = (record: AnyRecord): string =>
  String(record.cType)
    .replace(/^./, (first) => first.toUpperCase())
    .slice(0, -1);
const title = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

const indexed: readonly KindName[] = [
  'board',
  'component',
  'asset',
  'element',
  'note',
  'branch',
  'componentAttachment',
  'audioAttachment',
  'attribute',
  'variable',
];
const inPath: readonly string[] = ['cId', 'cType', 'branchId', 'role'];

function creation(op: Op, m: AnyRecord, hash: string, mine: Project, theirs: Project): Ready {
  if ([...needs(m)].some((id) => !theirs.has(id))) return waiting;
  const body: Body = {};
  const kind = kindNamed(m.kind);
  let made: AnyRecord = { ...kind.defaults, kind: m.kind, id: m.id, rank: '' };
  const by = parentField(m.kind);
  for (const field of [by, ...(fixedFields[m.kind] ?? [])]) if (field !== null) made = { ...made, [field]: m[field] };
  for (const cell of cellsOf(m)) {
    if (!isSent(m.kind, cell) && !(takenOnce[m.kind] ?? []).includes(cell)) continue;
    if (partOf(m.kind, cell) !== 'fields') continue;
    const isNeeded = !(fieldOf(cell) in kind.defaults);
    const lacks = refsIn(m, cell).some((id) => !theirs.has(id));
    const why = refusedText(m, cell);
    if (isNeeded && why !== undefined) return { is: 'refused', why };
    if (isNeeded && lacks) return waiting;
    if (lacks || why !== undefined) continue;
    if (sameCell(m.kind, cell, m, made) && fieldOf(cell) in kind.defaults) continue;
    made = withCell(made, cell, m);
    Object.assign(body, merged(body, partBody(m, cell)));
  }
  if (m.kind === 'connection')
    Object.assign(body, { sourceid: m.sourceid, sourceType: m.sourceType, targetid: m.targetid, targetType: m.targetType });
  if (by !== null && !inPath.includes(by) && !m.kind.endsWith('Attachment')) body[by] = by === 'parentId' ? shownParent(m, theirs) : m[by];
  for (const field of fixedFields[m.kind] ?? []) if (!inPath.includes(field)) body[field] = m[field];
  if (m.kind === 'attribute' && m.customId !== null) body.customId = m.customId;
  if (m.kind === 'asset' && m.type === 'folder') delete body.type;
  if (m.kind === 'board' && m.customId === null) delete body.customId;
  if (m.kind === 'branch') Object.assign(body, conditionsOf(m, mine));
  if (m.kind === 'component') body.name = namesOf(m, mine.mainLocale);
  const order = kind.orders[0];
  if (order && by !== undefined && indexed.includes(m.kind)) {
    const at = indexFor(m, order.list, mine, theirs);
    if (at < theirs.sizeOf(parentOf(m, order.by), order.list)) body.index = at;
  }
  const after = placed(made, theirs, body.index as number | undefined);
  if (m.kind === 'component') made = { ...after, customId: null };
  else made = after;
  return ready(op, hash, createRoute(m), paramsOf(m, theirs), body, [{ after: made }]);
}

/** Fields that are given at the beginning and never again, beside the parent. */
const fixedFields: { readonly [K in KindName]?: readonly string[] } = {
  board: ['type'],
  component: ['type'],
  asset: ['type'],
  componentAttachment: ['componentId'],
  attribute: ['cType'],
  condition: ['role'],
  variable: ['type'],
};
const takenOnce: { readonly [K in KindName]?: readonly Cell[] } = { variable: ['name'] };

function createRoute(m: AnyRecord): string {
  if (m.kind === 'attribute') return `create${ownerName(m)}Attribute`;
  if (m.kind === 'condition') return m.role === 'else' ? 'createElse' : 'createElseIf';
  if (m.kind === 'componentAttachment') return 'attachComponent';
  return m.kind === 'audioAttachment' ? 'attachAudio' : `create${title(m.kind)}`;
}

const shownParent = (m: AnyRecord, theirs: Project): unknown => {
  const roots: readonly string[] = Object.values(theirs.root.roots);
  return roots.includes(String(m.parentId)) ? null : m.parentId;
};

function changing(op: Extract<Op, { do: 'change' }>, m: AnyRecord, t: AnyRecord, hash: string, theirs: Project): Ready {
  let after = t;
  let body: Body = {};
  let refused: string | undefined;
  for (const cell of op.cells) {
    if (sameCell(m.kind, cell, m, t)) continue;
    if (refsIn(m, cell).some((id) => !theirs.has(id))) continue;
    const fault = refusedText(m, cell);
    refused ??= fault;
    if (fault !== undefined) continue;
    after = withCell(after, cell, m);
    body = merged(body, partBody(m, cell));
  }
  if (after === t) return refused === undefined ? waiting : { is: 'refused', why: refused };
  const expected: Change[] = [{ before: t, after: relisted(after, t, theirs) }];
  const params = paramsOf(t, theirs);
  switch (m.kind === 'project' || op.part !== 'fields' ? op.part : m.kind) {
    case 'name':
      return ready(op, hash, 'renameProject', params, { name: m.name }, expected);
    case 'css':
      return ready(op, hash, 'setCss', params, { css: m.css }, expected);
    case 'startingElement':
      return ready(op, hash, 'setStartingElement', params, { id: m.startingElement }, expected);
    case 'cover':
      return m.cover === null
        ? ready(op, hash, `remove${title(m.kind)}Cover`, params, undefined, expected)
        : ready(op, hash, `set${title(m.kind)}Cover`, params, { cover: m.cover }, expected);
    case 'linkedBoard':
      return m.linkedBoard === null
        ? ready(op, hash, 'unlinkBoard', params, undefined, expected)
        : ready(op, hash, 'linkBoard', params, { boardId: m.linkedBoard }, expected);
    case 'condition':
      return ready(op, hash, m.role === 'if' ? 'changeIf' : m.role === 'else' ? 'changeElse' : 'changeElseIf', params, body, expected);
    case 'attribute':
      return ready(op, hash, `change${ownerName(m)}Attribute`, params, body, expected);
    case 'audioAttachment':
      return ready(op, hash, 'changeAudio', params, body, expected);
    case 'board':
      if ('customId' in body && t.customId !== null)
        return { is: 'refused', why: 'A customId that is set cannot be changed over the API.' };
      return ready(op, hash, 'changeBoard', params, body, expected);
    default:
      return ready(op, hash, `change${title(m.kind)}`, params, body, expected);
  }
}

/** A connection that starts elsewhere stands last among the outputs there. */
function relisted(after: AnyRecord, t: AnyRecord, theirs: Project): AnyRecord {
  if (after.kind !== 'connection' || after.sourceid === t.sourceid) return after;
  const there = theirs.list(String(after.sourceid), 'outputs');
  const rank = ranksFor([...there, after.id], (id) => (id === after.id ? undefined : theirs.at(id)?.outputRank)).get(after.id);
  return { ...after, outputRank: rank ?? '' };
}

function moving(op: Extract<Op, { do: 'move' }>, m: AnyRecord, t: AnyRecord, hash: string, mine: Project, theirs: Project): Ready {
  const order = kindNamed(m.kind).orders.find(({ list }) => list === op.list);
  if (!order) return waiting;
  const parent = parentOf(m, order.by);
  if (parent !== null && !theirs.has(parent)) return waiting;
  const isHere = parentOf(t, order.by) === parent;
  if (isHere && !outOfPlace(mine, theirs, parent, op.list).includes(m.id)) return waiting;
  const index = indexFor(m, op.list, mine, theirs);
  const by = order.by ?? '';
  const attached = m.kind.endsWith('Attachment');
  const to = isHere ? {} : attached ? { targetElementId: parent } : { parentId: shownParent(m, theirs) };
  const shown = m.kind === 'condition' ? index - 1 : index;
  const after = placed(isHere ? t : { ...t, [by]: parent }, theirs, index, op.list);
  const there = theirs.list(parent, op.list).filter((id) => id !== m.id);
  const behind = { list: op.list, id: there[index - 1] ?? null };
  return ready(op, hash, moveRoute(m, op.list), paramsOf(t, theirs), { ...to, index: shown }, [{ before: t, after }], behind);
}

function moveRoute(m: AnyRecord, list: string): string {
  if (list === 'outputs') return 'reorderOutput';
  if (m.kind === 'attribute') return `reorder${ownerName(m)}Attribute`;
  if (m.kind === 'condition') return 'reorderElseIf';
  if (m.kind === 'audioAttachment') return 'moveAudio';
  return ['element', 'variable'].includes(m.kind) ? `reorder${title(m.kind)}` : `move${title(m.kind)}`;
}

/** Behind the next one before it that stands there already and is not to be moved itself; counted without the record. */
function indexFor(m: AnyRecord, list: string, mine: Project, theirs: Project): number {
  const parent = parentOf(m, kindNamed(m.kind).orders.find((order) => order.list === list)?.by ?? null);
  const there = theirs.list(parent, list).filter((id) => id !== m.id);
  const position = new Map(there.map((id, at) => [id, at]));
  const unsettled = new Set(outOfPlace(mine, theirs, parent, list));
  const ours = mine.list(parent, list);
  for (let at = ours.indexOf(m.id) - 1; at >= 0; at--) {
    const id = ours[at] ?? '';
    const found = position.get(id);
    if (found !== undefined && !unsettled.has(id)) return found + 1;
  }
  return 0;
}

/** The record with the ranks that it will have there; without an index it stands last. */
function placed(record: AnyRecord, theirs: Project, index: number | undefined, only?: string): AnyRecord {
  let after = record;
  for (const order of kindNamed(record.kind).orders) {
    if (only !== undefined && order.list !== only) continue;
    const there = theirs.list(parentOf(record, order.by), order.list).filter((id) => id !== record.id);
    const at = order.rank === 'rank' || only !== undefined ? Math.min(index ?? there.length, there.length) : there.length;
    const wanted = [...there.slice(0, at), record.id, ...there.slice(at)];
    const isElseIf = record.kind === 'condition' && record.role === 'elseIf' && index === undefined;
    const last = theirs.at(there.at(-1) ?? '');
    if (isElseIf && last?.role === 'else') wanted.splice(-2, 2, record.id, last.id);
    const rank = ranksFor(wanted, (id) => (id === record.id ? undefined : theirs.at(id)?.[order.rank])).get(record.id);
    after = { ...after, [order.rank]: rank ?? '' };
  }
  return after;
}

function removal(op: Op, t: AnyRecord, hash: string, theirs: Project): Ready {
  if (t.id === PROJECT || Object.values(theirs.root.roots).includes(t.id)) return waiting;
  return ready(op, hash, removeRoute(t), paramsOf(t, theirs), undefined, removalOf(theirs, t.id));
}

function removeRoute(t: AnyRecord): string {
  if (t.kind === 'attribute') return `remove${ownerName(t)}Attribute`;
  if (t.kind === 'condition') return t.role === 'else' ? 'removeElse' : 'removeElseIf';
  if (t.kind === 'componentAttachment') return 'detachComponent';
  return t.kind === 'audioAttachment' ? 'detachAudio' : `remove${title(t.kind)}`;
}
