/** Variables: the global ones in the order of their root, and those of boards, which become attributes of them (G26). */
import type { KindName } from '../../shared/model/kinds/kinds.ts';
import type { ImportSession, ListedId } from './import-session.ts';
import type { RawObject } from './story-file.ts';

const convertedFields = new Set(['cType', 'cId', 'root', 'children']);
const convertedBoardVariableFields = new Set(['type', 'cType', 'cId', 'value']);
const defaultValues: Readonly<Record<string, unknown>> = { string: '', integer: 0, float: 0, boolean: false };

/** The variables of boards, each with its board. */
export function findBoardVariables(reading: ImportSession): Map<string, string> {
  const lists = new Map<string, string>();
  for (const [boardId, raw] of reading.file.entriesOf('boards'))
    for (const field of ['variables', 'attributes'])
      for (const { id } of reading.readIdList({ [field]: Array.isArray(raw[field]) ? raw[field] : [] }, field, `boards.${boardId}`))
        lists.set(id, boardId);
  const found = new Map<string, string>();
  for (const [id, raw] of reading.file.entriesOf('variables')) {
    if (raw.cType !== 'boards') continue;
    const boardId = raw.cId ?? lists.get(id);
    if (typeof boardId !== 'string') reading.reportMissing(`variables.${id}.cId`, 'names no board');
    else if (reading.resolveReference(boardId, `variables.${id}.cId`, 'boards') !== null) found.set(id, boardId);
  }
  return found;
}

/** Answers the id of the root. */
export function readVariables(reading: ImportSession, boardVariables: ReadonlyMap<string, string>): string {
  const { file, errors, notes } = reading;
  const entries = file.entriesOf('variables');
  const [root, second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) errors.addInconsistency(`variables.${second}.root`, `is a second root beside ${root}`);
  if (root === undefined && entries.size > 0) notes.count('noVariableRoot');
  const rootId = root ?? reading.newId();
  const listed = root === undefined ? [] : reading.readIdList(file.find('variables', root) ?? {}, 'children', `variables.${root}`);
  const held = listed.filter(
    ({ id, path }) => reading.resolveReference(id, path, 'variables') !== null && file.find('variables', id)?.cType !== 'boards',
  );
  const seen = new Set(held.map(({ id }) => id));
  const others = [...entries]
    .filter(([id, raw]) => raw.root !== true && raw.cType !== 'boards' && !seen.has(id))
    .map(([id]): ListedId => ({ id, path: `variables.${id}` }));
  reading.setPlacements([...held.filter(({ id }) => file.find('variables', id)?.root !== true), ...others], rootId);
  for (const [id, raw] of entries) {
    if (raw.root === true) continue;
    if (raw.cType === 'boards') addBoardVariable(reading, id, raw, boardVariables.get(id));
    else
      reading.addRecord(
        'variable',
        id,
        { rank: reading.placementOf(id)?.rank ?? '' },
        raw,
        { value: raw.value ?? defaultValues[String(raw.type ?? 'string')] },
        convertedFields,
      );
  }
  return rootId;
}

/** Its name becomes the customId by which scripts know it. */
function addBoardVariable(reading: ImportSession, id: string, raw: RawObject, boardId: string | undefined): void {
  const place = reading.placementOf(id);
  if (boardId === undefined || !place) return;
  reading.notes.count('boardVariable');
  const type = raw.type ?? 'string';
  const data = raw.value ?? (type === 'string' ? null : defaultValues[String(type)]);
  const value = type === 'string' ? { type, plain: true, data: data === '' ? null : data } : { type, data };
  const kind: KindName = 'attribute';
  reading.addRecord(
    kind,
    id,
    { rank: place.rank },
    raw,
    { cId: boardId, cType: 'boards', name: raw.name ?? null, customId: raw.name ?? null, value },
    convertedBoardVariableFields,
  );
}
