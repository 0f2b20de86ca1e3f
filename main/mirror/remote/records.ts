/** The records of a remote's project, with the remote's ids, from what it tells of it: one generator a group of kinds. */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import type { Project } from '../../../shared/project.ts';
import { attachmentsOf, attributeValue, coverOf } from './entries.ts';
import { type Draft, finished } from './finished.ts';
import { Orders } from './orders.ts';
import { idsIn, isRaw, type Raw, rawIn, textIn } from './raw.ts';
import { statusIn, textsIn } from './texts.ts';
import { type Answers, type Collection, roleIn, Told } from './told.ts';

/** One after the other, so that who asks for them can rest in between. The same answers and base always give the same. */
export function* recordsOf(answers: Answers, base: Project): Generator<AnyRecord> {
  const told = new Told(answers, base);
  const orders = new Orders(base);
  for (const drafts of [
    projectIn,
    boardsIn,
    componentsIn,
    assetsIn,
    elementsIn,
    itemsIn,
    connectionsIn,
    attributesIn,
    variablesIn,
    commentsIn,
  ])
    for (const draft of drafts(told, orders)) yield finished(draft, orders.ranksOf(draft.kind, draft.id), base.at(draft.id));
}

function* projectIn(told: Told): Generator<Draft> {
  const { root, roots, base, answers } = told;
  const known = base.size > 0 ? base.root : undefined;
  const css = isRaw(answers.css) ? String(answers.css.css ?? '') : (known?.css ?? '');
  const startingElement = told.homeOf(root.startingElement) === 'elements' ? root.startingElement : null;
  const locales = Array.isArray(root.locales)
    ? root.locales.filter(isRaw).map(({ iso, name, base: from }) => ({ iso, name: name ?? iso, base: from ?? null }))
    : undefined;
  const name = textIn(root, 'name') ?? known?.name ?? 'Untitled';
  yield { kind: 'project', id: PROJECT, raw: root, given: { name, css, startingElement, roots, ...(locales && { locales }) } };
}

function* boardsIn(told: Told, orders: Orders): Generator<Draft> {
  for (const [id, raw, parentId] of treeIn(told, orders, 'boards', 'board')) {
    const type = parentId === null || told.isFolder('boards', id) ? 'folder' : 'board';
    const name = textIn(raw, 'name') ?? told.base.find('board', id)?.name ?? (parentId === null ? 'Root' : '');
    yield { kind: 'board', id, raw, given: { parentId, type, name } };
  }
}

function* componentsIn(told: Told, orders: Orders): Generator<Draft> {
  for (const [id, raw, parentId] of treeIn(told, orders, 'components', 'component')) {
    const type = parentId === null || told.isFolder('components', id) ? 'folder' : 'component';
    const known = told.base.find('component', id)?.name ?? (parentId === null ? { [told.main]: { text: 'Root' } } : {});
    const name = textsIn(told, id, raw, 'name', known) ?? known;
    const cover = coverOf(told, rawIn(raw, 'assets').cover, 'component');
    yield { kind: 'component', id, raw, given: { parentId, type, name, cover, status: statusIn(told, id) } };
  }
}

/** Where the bytes lie, and what was found in them, is each side's own. */
function* assetsIn(told: Told, orders: Orders): Generator<Draft> {
  for (const [id, raw, parentId] of treeIn(told, orders, 'assets', 'asset')) {
    const known = told.base.find('asset', id);
    const { file = null, size = null, bytes = null, mime = null, width = null, height = null, duration = null } = known ?? {};
    const type = parentId === null || told.isFolder('assets', id) ? 'folder' : raw.type;
    const name = textIn(raw, 'name') ?? known?.name ?? (parentId === null ? 'Root' : id);
    yield { kind: 'asset', id, raw, given: { parentId, type, name, file, size, bytes, mime, width, height, duration } };
  }
}

function* elementsIn(told: Told, orders: Orders): Generator<Draft> {
  for (const [id, raw, boardId] of placedIn(told, orders, 'elements', 'element')) {
    const known = told.base.find('element', id);
    const title = textsIn(told, id, raw, 'title', known?.title) ?? known?.title ?? {};
    const content = textsIn(told, id, raw, 'content', known?.content) ?? known?.content ?? {};
    const linkedBoard = told.homeOf(raw.linkedBoard) === 'boards' ? raw.linkedBoard : null;
    const cover = coverOf(told, rawIn(raw, 'assets').cover, 'element');
    const given = { boardId, title, content, linkedBoard, cover, status: statusIn(told, id), ...boxOf(told, id) };
    yield { kind: 'element', id, raw, given };
    yield* attachmentsIn(told, orders, id, raw);
  }
}

function* attachmentsIn(told: Told, orders: Orders, elementId: string, raw: Raw): Generator<Draft> {
  for (const kind of ['componentAttachment', 'audioAttachment'] as const) {
    const entries = attachmentsOf(told, kind, elementId, raw);
    const ids = entries.map(({ id }) => id);
    orders.take(kind, kind === 'componentAttachment' ? 'components' : 'audio', elementId, ids);
    for (const { id, given } of entries) yield { kind, id, raw: {}, given };
  }
}

function* itemsIn(told: Told, orders: Orders): Generator<Draft> {
  for (const [id, raw, boardId] of placedIn(told, orders, 'notes', 'note'))
    yield { kind: 'note', id, raw, given: { boardId, ...boxOf(told, id) } };
  for (const [id, raw, boardId] of placedIn(told, orders, 'jumpers', 'jumper')) {
    const elementId = told.homeOf(raw.elementId) === 'elements' ? raw.elementId : null;
    yield { kind: 'jumper', id, raw, given: { boardId, elementId, ...boxOf(told, id) } };
  }
  for (const [id, raw, boardId] of placedIn(told, orders, 'branches', 'branch'))
    yield { kind: 'branch', id, raw, given: { boardId, ...boxOf(told, id) } };
  for (const [id, raw, branchId] of placedIn(told, orders, 'conditions', 'condition')) {
    const role = roleIn(told.find('branches', branchId) ?? {}, id);
    yield { kind: 'condition', id, raw, given: { branchId, role, script: raw.script === '' ? null : (raw.script ?? null) } };
  }
}

/** A connection without an end is none. Among the outputs of its source it stands as that names it, then as the board does. */
function* connectionsIn(told: Told, orders: Orders): Generator<Draft> {
  const isEnd = (id: unknown, homes: readonly (Collection | undefined)[]): boolean => homes.includes(told.homeOf(id));
  const sound = [...placedIn(told, orders, 'connections', 'connection')].filter(
    ([, { sourceid, targetid }]) => isEnd(sourceid, ['elements', 'conditions']) && isEnd(targetid, ['elements', 'branches', 'jumpers']),
  );
  const bySource = Map.groupBy(sound, ([, { sourceid }]) => String(sourceid));
  for (const [source, connections] of bySource) {
    const ids = new Set(connections.map(([id]) => id));
    const from = told.find('elements', source) ?? told.find('conditions', source) ?? {};
    const named = [...idsIn(from, 'outputs'), textIn(from, 'output') ?? ''].filter((id) => ids.has(id));
    orders.take('connection', 'outputs', source, [...new Set([...named, ...ids])]);
  }
  for (const [id, raw, boardId] of sound) {
    const label = textsIn(told, id, raw, 'label', told.base.find('connection', id)?.label) ?? {};
    const types = { sourceType: told.homeOf(raw.sourceid), targetType: told.homeOf(raw.targetid) };
    yield { kind: 'connection', id, raw, given: { boardId, label, ...types, status: statusIn(told, id) } };
  }
}

/** Variables of boards among them: by their name scripts know them (G26). */
function* attributesIn(told: Told, orders: Orders): Generator<Draft> {
  for (const cType of ['boards', 'elements', 'components'] as const)
    for (const cId of told.all(cType).keys()) {
      const ids = told.children.get(`${cId}/attributes`) ?? [];
      orders.take('attribute', 'attributes', cId, ids);
      for (const id of ids) {
        const variable = told.find('variables', id);
        const raw = variable ? { name: variable.name } : (told.find('attributes', id) ?? {});
        const value = variable ? { type: variable.type ?? 'string', plain: true, data: variable.value } : raw.value;
        const given = { cId, cType, value: attributeValue(told, id, value), ...(variable && { customId: variable.name ?? null }) };
        yield { kind: 'attribute', id, raw, given };
      }
    }
}

const emptyValues: Readonly<Record<string, unknown>> = { string: '', integer: 0, float: 0, boolean: false };

function* variablesIn(told: Told, orders: Orders): Generator<Draft> {
  const all = [...told.all('variables')].filter(([, raw]) => raw.root !== true && !told.isOfBoard(raw));
  const ids = new Set(all.map(([id]) => id));
  const listed = idsIn(told.find('variables', told.roots.variable) ?? {}, 'children').filter((id) => ids.has(id));
  orders.take('variable', 'variables', null, [...new Set([...listed, ...ids])]);
  for (const [id, raw] of all)
    yield { kind: 'variable', id, raw, given: { value: raw.value ?? emptyValues[String(raw.type ?? 'string')] } };
}

/** [Comments] as they are listed; a thread on a board that is not there has nowhere to stand. */
function* commentsIn(told: Told, orders: Orders): Generator<Draft> {
  const threads = saidIn(told.answers.comments).filter(([, raw]) => told.homeOf(rawIn(raw, 'position').id) === 'boards');
  for (const [boardId, own] of Map.groupBy(threads, ([, raw]) => String(rawIn(raw, 'position').id))) {
    orders.take(
      'comment',
      'comments',
      boardId,
      own.map(([id]) => id),
    );
    for (const [id, raw] of own) {
      const { x, y } = rawIn(raw, 'position');
      yield { kind: 'comment', id, raw, given: { boardId, x, y } };
      const replies = saidIn(raw.replies);
      orders.take(
        'reply',
        'replies',
        id,
        replies.map(([reply]) => reply),
      );
      for (const [reply, held] of replies) yield { kind: 'reply', id: reply, raw: held, given: { commentId: id } };
    }
  }
}

const saidIn = (list: unknown): [string, Raw][] =>
  (Array.isArray(list) ? list : []).filter(isRaw).flatMap((raw): [string, Raw][] => {
    const id = textIn(raw, 'id');
    return id === undefined ? [] : [[id, raw]];
  });

/** Everything of a tree with its parent, the root first, whether the export shows that or not; and its orders. */
function* treeIn(
  told: Told,
  orders: Orders,
  name: 'boards' | 'components' | 'assets',
  kind: 'board' | 'component' | 'asset',
): Generator<readonly [id: string, raw: Raw, parentId: string | null]> {
  const entries = told.all(name);
  const root = told.roots[kind];
  for (const folder of [root, ...entries.keys()]) orders.take(kind, name, folder, told.children.get(`${folder}/${name}`) ?? []);
  if (!entries.has(root)) yield [root, {}, null];
  for (const [id, raw] of entries) yield [id, raw, id === root ? null : (told.parentOf(id) ?? root)];
}

/** What stands below something, with that; what stands nowhere is nothing that the story could reach. */
function* placedIn(
  told: Told,
  orders: Orders,
  name: 'elements' | 'notes' | 'jumpers' | 'branches' | 'conditions' | 'connections',
  kind: 'element' | 'note' | 'jumper' | 'branch' | 'condition' | 'connection',
): Generator<readonly [id: string, raw: Raw, parent: string]> {
  for (const parent of told.all(name === 'conditions' ? 'branches' : 'boards').keys())
    orders.take(kind, name, parent, told.children.get(`${parent}/${name}`) ?? []);
  for (const [id, raw] of told.all(name)) {
    const parent = told.parentOf(id);
    if (parent !== undefined) yield [id, raw, parent];
  }
}

/** Where the export has no positions, the lists of the boards have them. */
function boxOf(told: Told, id: string): Raw {
  const box = told.answers.boxes?.get(id) ?? {};
  return Object.fromEntries(
    ['x', 'y', 'width', 'height', 'autoHeight'].flatMap((field) => (box[field] === undefined ? [] : [[field, box[field]]])),
  );
}
