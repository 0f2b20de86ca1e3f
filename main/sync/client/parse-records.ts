/** Parses the records of a remote project, with its ids, from its export: one generator for each group of kinds. */

import { isJsonObject, type JsonObject, pickFields } from '../../../shared/json.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { flattenVariableTree } from '../../../shared/model/variable-folders.ts';
import { defaultVariableValues } from '../../../shared/model/variable-value.ts';
import { completeRecord, type IncompleteRecord } from './complete-record.ts';
import { parseAttachmentEntries, parseAttributeValue, parseCover } from './export-entries.ts';
import { idsAt, objectAt, stringAt } from './json-object.ts';
import { readLocalizedText, readLocalizedTexts, readRemoteTranslationStatus } from './localized-texts.ts';
import { RankAssigner } from './rank-assigner.ts';
import { conditionRole, type RemoteCollection, type RemoteExportReader } from './remote-export-reader.ts';

/** A generator, so that the caller can yield in between. Deterministic for the same responses and base. */
export function* parseRecords(exportReader: RemoteExportReader): Generator<AnyRecord> {
  const { base } = exportReader;
  const orders = new RankAssigner(base);
  for (const drafts of [
    parseProject,
    parseBoards,
    parseComponents,
    parseAssets,
    parseElements,
    parseBoardItems,
    parseConnections,
    parseAttributes,
    parseVariables,
    parseComments,
  ])
    for (const draft of drafts(exportReader, orders)) yield completeRecord(draft, orders.ranksOf(draft.kind, draft.id), base.get(draft.id));
}

function* parseProject(exportReader: RemoteExportReader): Generator<IncompleteRecord> {
  const { root, roots, base, responses } = exportReader;
  const known = base.size > 0 ? base.projectRecord : undefined;
  const css = isJsonObject(responses.css) ? String(responses.css.css ?? '') : (known?.css ?? '');
  const startingElement = exportReader.collectionOf(root.startingElement) === 'elements' ? root.startingElement : null;
  const locales = Array.isArray(root.locales)
    ? root.locales.filter(isJsonObject).map(({ iso, name, base: from }) => ({ iso, name: name ?? iso, base: from ?? null }))
    : undefined;
  const name = stringAt(root, 'name') ?? known?.name ?? 'Untitled';
  yield { kind: 'project', id: projectRecordId, raw: root, fields: { name, css, startingElement, roots, ...(locales && { locales }) } };
}

function* parseBoards(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  for (const [id, raw, parentId] of treeEntries(exportReader, orders, 'boards', 'board')) {
    const type = parentId === null || exportReader.isFolder('boards', id) ? 'folder' : 'board';
    const name = stringAt(raw, 'name') ?? exportReader.base.find('board', id)?.name ?? (parentId === null ? 'Root' : '');
    yield { kind: 'board', id, raw, fields: { parentId, type, name } };
  }
}

function* parseComponents(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  for (const [id, raw, parentId] of treeEntries(exportReader, orders, 'components', 'component')) {
    const type = parentId === null || exportReader.isFolder('components', id) ? 'folder' : 'component';
    const known =
      exportReader.base.find('component', id)?.name ?? (parentId === null ? { [exportReader.mainLocale]: { text: 'Root' } } : {});
    const name = readLocalizedText(exportReader, id, raw, 'name', known) ?? known;
    const cover = parseCover(exportReader, objectAt(raw, 'assets').cover, 'component');
    const texts = { ...readLocalizedTexts(exportReader, 'component', id, raw), name };
    yield {
      kind: 'component',
      id,
      raw,
      fields: { parentId, type, ...texts, cover, status: readRemoteTranslationStatus(exportReader, id) },
    };
  }
}

/** The stored file and the data found in it are local to each side. */
function* parseAssets(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  for (const [id, raw, parentId] of treeEntries(exportReader, orders, 'assets', 'asset')) {
    const known = exportReader.base.find('asset', id);
    const { file = null, size = null, bytes = null, mime = null, width = null, height = null, duration = null } = known ?? {};
    const type = parentId === null || exportReader.isFolder('assets', id) ? 'folder' : raw.type;
    const name = stringAt(raw, 'name') ?? known?.name ?? (parentId === null ? 'Root' : id);
    yield { kind: 'asset', id, raw, fields: { parentId, type, name, file, size, bytes, mime, width, height, duration } };
  }
}

function* parseElements(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  for (const [id, raw, boardId] of placedEntries(exportReader, orders, 'elements', 'element')) {
    const linkedBoard = exportReader.collectionOf(raw.linkedBoard) === 'boards' ? raw.linkedBoard : null;
    const cover = parseCover(exportReader, objectAt(raw, 'assets').cover, 'element');
    const fields = {
      boardId,
      ...readLocalizedTexts(exportReader, 'element', id, raw),
      linkedBoard,
      cover,
      status: readRemoteTranslationStatus(exportReader, id),
      ...listedGeometry(exportReader, id),
    };
    yield { kind: 'element', id, raw, fields };
    yield* parseAttachments(exportReader, orders, id, raw);
  }
}

function* parseAttachments(
  exportReader: RemoteExportReader,
  orders: RankAssigner,
  elementId: string,
  raw: JsonObject,
): Generator<IncompleteRecord> {
  for (const kind of ['componentAttachment', 'audioAttachment'] as const) {
    const entries = parseAttachmentEntries(exportReader, kind, elementId, raw);
    const ids = entries.map(({ id }) => id);
    orders.setList(kind, kind === 'componentAttachment' ? 'components' : 'audio', elementId, ids);
    for (const { id, fields } of entries) yield { kind, id, raw: {}, fields };
  }
}

function* parseBoardItems(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  for (const [id, raw, boardId] of placedEntries(exportReader, orders, 'notes', 'note'))
    yield { kind: 'note', id, raw, fields: { boardId, ...listedGeometry(exportReader, id) } };
  for (const [id, raw, boardId] of placedEntries(exportReader, orders, 'jumpers', 'jumper')) {
    const elementId = exportReader.collectionOf(raw.elementId) === 'elements' ? raw.elementId : null;
    yield { kind: 'jumper', id, raw, fields: { boardId, elementId, ...listedGeometry(exportReader, id) } };
  }
  for (const [id, raw, boardId] of placedEntries(exportReader, orders, 'branches', 'branch'))
    yield { kind: 'branch', id, raw, fields: { boardId, ...listedGeometry(exportReader, id) } };
  for (const [id, raw, branchId] of placedEntries(exportReader, orders, 'conditions', 'condition')) {
    const role = conditionRole(exportReader.findEntry('branches', branchId) ?? {}, id);
    yield { kind: 'condition', id, raw, fields: { branchId, role, script: raw.script === '' ? null : (raw.script ?? null) } };
  }
}

/** Connections without a source or target are left out. The order of outputs is that of the source, then that of the board. */
function* parseConnections(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  const isEnd = (id: unknown, homes: readonly (RemoteCollection | undefined)[]): boolean => homes.includes(exportReader.collectionOf(id));
  const sound = [...placedEntries(exportReader, orders, 'connections', 'connection')].filter(
    ([, { sourceid, targetid }]) => isEnd(sourceid, ['elements', 'conditions']) && isEnd(targetid, ['elements', 'branches', 'jumpers']),
  );
  const bySource = Map.groupBy(sound, ([, { sourceid }]) => String(sourceid));
  for (const [source, connections] of bySource) {
    const ids = new Set(connections.map(([id]) => id));
    const from = exportReader.findEntry('elements', source) ?? exportReader.findEntry('conditions', source) ?? {};
    const named = [...idsAt(from, 'outputs'), stringAt(from, 'output') ?? ''].filter((id) => ids.has(id));
    orders.setList('connection', 'outputs', source, [...new Set([...named, ...ids])]);
  }
  for (const [id, raw, boardId] of sound) {
    const texts = readLocalizedTexts(exportReader, 'connection', id, raw);
    const types = { sourceType: exportReader.collectionOf(raw.sourceid), targetType: exportReader.collectionOf(raw.targetid) };
    yield { kind: 'connection', id, raw, fields: { boardId, ...texts, ...types, status: readRemoteTranslationStatus(exportReader, id) } };
  }
}

/** Includes the variables of boards, which scripts refer to by name (G26). */
function* parseAttributes(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  for (const cType of ['boards', 'elements', 'components'] as const)
    for (const cId of exportReader.entriesOf(cType).keys()) {
      const ids = exportReader.childIds.get(`${cId}/attributes`) ?? [];
      orders.setList('attribute', 'attributes', cId, ids);
      for (const id of ids) {
        const variable = exportReader.findEntry('variables', id);
        const raw = variable ? { name: variable.name } : (exportReader.findEntry('attributes', id) ?? {});
        const value = variable ? { type: variable.type ?? 'string', plain: true, data: variable.value } : raw.value;
        const fields = {
          cId,
          cType,
          value: parseAttributeValue(exportReader, id, value),
          ...(variable && { customId: variable.name ?? null }),
        };
        yield { kind: 'attribute', id, raw, fields };
      }
    }
}

function* parseVariables(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  const isFolder = (raw: JsonObject): boolean => Array.isArray(raw.children);
  const all = [...exportReader.entriesOf('variables')].filter(
    ([, raw]) => raw.root !== true && !isFolder(raw) && !exportReader.isBoardVariable(raw),
  );
  const ids = new Set(all.map(([id]) => id));
  const childrenOf = (raw: JsonObject): { id: string }[] => idsAt(raw, 'children').map((id) => ({ id }));
  const listed = flattenVariableTree(childrenOf(exportReader.findEntry('variables', exportReader.roots.variable) ?? {}), (id) => {
    const raw = exportReader.findEntry('variables', id);
    return raw && isFolder(raw) ? { name: stringAt(raw, 'name') ?? null, children: childrenOf(raw) } : null;
  }).filter(({ id }) => ids.has(id));
  const foldersOf = new Map(listed.map(({ id, folders }) => [id, folders]));
  orders.setList('variable', 'variables', null, [...new Set([...foldersOf.keys(), ...ids])]);
  for (const [id, raw] of all) {
    const value = raw.value ?? defaultVariableValues[String(raw.type ?? 'string')];
    yield { kind: 'variable', id, raw, fields: { value, folders: foldersOf.get(id) ?? [] } };
  }
}

/** [Comments] in the order of the list. Threads on missing boards are left out. */
function* parseComments(exportReader: RemoteExportReader, orders: RankAssigner): Generator<IncompleteRecord> {
  const threads = commentEntries(exportReader.responses.comments).filter(
    ([, raw]) => exportReader.collectionOf(objectAt(raw, 'position').id) === 'boards',
  );
  for (const [boardId, own] of Map.groupBy(threads, ([, raw]) => String(objectAt(raw, 'position').id))) {
    orders.setList(
      'comment',
      'comments',
      boardId,
      own.map(([id]) => id),
    );
    for (const [id, raw] of own) {
      const { x, y } = objectAt(raw, 'position');
      yield { kind: 'comment', id, raw, fields: { boardId, x, y } };
      const replies = commentEntries(raw.replies);
      orders.setList(
        'reply',
        'replies',
        id,
        replies.map(([reply]) => reply),
      );
      for (const [reply, held] of replies) yield { kind: 'reply', id: reply, raw: held, fields: { commentId: id } };
    }
  }
}

const commentEntries = (list: unknown): [string, JsonObject][] =>
  (Array.isArray(list) ? list : []).filter(isJsonObject).flatMap((raw): [string, JsonObject][] => {
    const id = stringAt(raw, 'id');
    return id === undefined ? [] : [[id, raw]];
  });

/** All entries of a tree with their parents and ranks. The root comes first, even if the export leaves it out. */
function* treeEntries(
  exportReader: RemoteExportReader,
  orders: RankAssigner,
  name: 'boards' | 'components' | 'assets',
  kind: 'board' | 'component' | 'asset',
): Generator<readonly [id: string, raw: JsonObject, parentId: string | null]> {
  const entries = exportReader.entriesOf(name);
  const root = exportReader.roots[kind];
  for (const folder of [root, ...entries.keys()]) orders.setList(kind, name, folder, exportReader.childIds.get(`${folder}/${name}`) ?? []);
  if (!entries.has(root)) yield [root, {}, null];
  for (const [id, raw] of entries) yield [id, raw, id === root ? null : (exportReader.parentOf(id) ?? root)];
}

/** The children with their parents. Entries without a parent are unreachable and left out. */
function* placedEntries(
  exportReader: RemoteExportReader,
  orders: RankAssigner,
  name: 'elements' | 'notes' | 'jumpers' | 'branches' | 'conditions' | 'connections',
  kind: 'element' | 'note' | 'jumper' | 'branch' | 'condition' | 'connection',
): Generator<readonly [id: string, raw: JsonObject, parent: string]> {
  for (const parent of exportReader.entriesOf(name === 'conditions' ? 'branches' : 'boards').keys())
    orders.setList(kind, name, parent, exportReader.childIds.get(`${parent}/${name}`) ?? []);
  for (const [id, raw] of exportReader.entriesOf(name)) {
    const parent = exportReader.parentOf(id);
    if (parent !== undefined) yield [id, raw, parent];
  }
}

/** Positions from the lists of the boards, if the export contains none. */
const listedGeometry = ({ responses }: RemoteExportReader, id: string): JsonObject =>
  pickFields(responses.boxes?.get(id) ?? {}, ['x', 'y', 'width', 'height', 'autoHeight']);
