/** Reads variables: global ones in the order of their root, and those of boards, which become attributes of the boards (G26). */

import type { JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import { flattenVariableTree } from '../../shared/model/variable-folders.ts';
import { defaultVariableValues } from '../../shared/model/variable-value.ts';
import type { ImportSession, ListedId } from './import-session.ts';

const convertedFields = new Set(['cType', 'cId', 'root', 'children']);
const folderFields = new Set(['id', 'name', 'cType', 'root', 'children']);
const convertedBoardVariableFields = new Set(['type', 'cType', 'cId', 'value']);
/** The variables of boards, each with the id of its board. */
export function findBoardVariables(session: ImportSession): Map<string, string> {
  const lists = new Map<string, string>();
  for (const [boardId, raw] of session.file.entriesOf('boards'))
    for (const field of ['variables', 'attributes'])
      for (const { id } of session.readIdList({ [field]: Array.isArray(raw[field]) ? raw[field] : [] }, field, `boards.${boardId}`))
        lists.set(id, boardId);
  const found = new Map<string, string>();
  for (const [id, raw] of session.file.entriesOf('variables')) {
    if (raw.cType !== 'boards') continue;
    const boardId = raw.cId ?? lists.get(id);
    if (typeof boardId !== 'string') session.reportMissing(`variables.${id}.cId`, message('import.fault.noBoardNamed'));
    else if (session.resolveReference(boardId, `variables.${id}.cId`, 'boards') !== null) found.set(id, boardId);
  }
  return found;
}

/** Returns the id of the root. */
export function readVariables(session: ImportSession, boardVariables: ReadonlyMap<string, string>): string {
  const { file, errors, notes } = session;
  const entries = file.entriesOf('variables');
  const [root, second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) errors.addInconsistency(`variables.${second}.root`, message('import.fault.secondRoot', { root: root ?? '' }));
  if (root === undefined && entries.size > 0) notes.count('noVariableRoot');
  const rootId = root ?? session.newId();
  const folders = new Set([...entries].filter(([, raw]) => raw.root !== true && Array.isArray(raw.children)).map(([id]) => id));
  const listed = root === undefined ? [] : session.readIdList(file.find('variables', root) ?? {}, 'children', `variables.${root}`);
  const globals = listVariables(session, listed, folders).filter(({ id }) => file.find('variables', id)?.cType !== 'boards');
  const foldersOf = new Map(globals.map((each) => [each.id, each.folders]));
  const used = new Set(globals.flatMap((each) => each.folders.map(({ id }) => id)));
  notes.count('variableFolder', folders.size - used.size);
  const others = [...entries]
    .filter(([id, raw]) => raw.root !== true && !folders.has(id) && raw.cType !== 'boards' && !foldersOf.has(id))
    .map(([id]): ListedId => ({ id, path: `variables.${id}` }));
  session.setPlacements([...globals.filter(({ id }) => file.find('variables', id)?.root !== true), ...others], rootId);
  for (const [id, raw] of entries) {
    if (raw.root === true || folders.has(id)) continue;
    if (raw.cType === 'boards') addBoardVariable(session, id, raw, boardVariables.get(id));
    else
      session.addRecord(
        'variable',
        id,
        { rank: session.placementOf(id)?.rank ?? '' },
        raw,
        { value: raw.value ?? defaultVariableValues[String(raw.type ?? 'string')], folders: foldersOf.get(id) ?? [] },
        convertedFields,
      );
  }
  return rootId;
}

/** The variables in a list and in its folders, in order. */
function listVariables(session: ImportSession, listed: readonly ListedId[], folders: ReadonlySet<string>) {
  const found = flattenVariableTree(listed, (id) => (folders.has(id) ? readFolder(session, id) : null));
  return found.filter(({ id, path }) => session.resolveReference(id, path, 'variables') !== null);
}

function readFolder(session: ImportSession, id: string): { name: string | null; children: readonly ListedId[] } {
  const raw = session.file.find('variables', id) ?? {};
  const path = `variables.${id}`;
  const name = raw.name ?? null;
  if (name !== null && typeof name !== 'string') session.errors.addInvalidValue(`${path}.name`, message('fault.type.text'));
  for (const field of Object.keys(raw)) if (!folderFields.has(field)) session.notes.addIgnoredField(`variables.${field}`);
  return { name: typeof name === 'string' ? name : null, children: session.readIdList(raw, 'children', path) };
}

/** Adds a variable of a board as an attribute. Its name becomes the customId that scripts use. */
function addBoardVariable(session: ImportSession, id: string, raw: JsonObject, boardId: string | undefined): void {
  const place = session.placementOf(id);
  if (boardId === undefined || !place) return;
  session.notes.count('boardVariable');
  const type = raw.type ?? 'string';
  const data = raw.value ?? (type === 'string' ? null : defaultVariableValues[String(type)]);
  const value = type === 'string' ? { type, plain: true, data: data === '' ? null : data } : { type, data };
  const kind: KindName = 'attribute';
  session.addRecord(
    kind,
    id,
    { rank: place.rank },
    raw,
    { cId: boardId, cType: 'boards', name: raw.name ?? null, customId: raw.name ?? null, value },
    convertedBoardVariableFields,
  );
}
