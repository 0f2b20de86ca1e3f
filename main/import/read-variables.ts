/** Variables: the global ones in the order of their root, and those of boards, which become attributes of them (G26). */
import type { KindName } from '../../shared/kinds/all.ts';
import type { Listed, Reading } from './reading.ts';
import type { Raw } from './story-file.ts';

const taken = new Set(['cType', 'cId', 'root', 'children']);
const takenOfBoards = new Set(['type', 'cType', 'cId', 'value']);
const emptyValues: Readonly<Record<string, unknown>> = { string: '', integer: 0, float: 0, boolean: false };

/** The variables of boards, each with its board. */
export function boardVariablesOf(reading: Reading): Map<string, string> {
  const lists = new Map<string, string>();
  for (const [boardId, raw] of reading.file.all('boards'))
    for (const field of ['variables', 'attributes'])
      for (const { id } of reading.list({ [field]: Array.isArray(raw[field]) ? raw[field] : [] }, field, `boards.${boardId}`))
        lists.set(id, boardId);
  const found = new Map<string, string>();
  for (const [id, raw] of reading.file.all('variables')) {
    if (raw.cType !== 'boards') continue;
    const boardId = raw.cId ?? lists.get(id);
    if (typeof boardId !== 'string') reading.missing(`variables.${id}.cId`, 'names no board');
    else if (reading.refer(boardId, `variables.${id}.cId`, 'boards') !== null) found.set(id, boardId);
  }
  return found;
}

/** Answers the id of the root. */
export function readVariables(reading: Reading, boardVariables: ReadonlyMap<string, string>): string {
  const { file, faults, remarks } = reading;
  const entries = file.all('variables');
  const [root, second] = [...entries].filter(([, raw]) => raw.root === true).map(([id]) => id);
  if (second !== undefined) faults.broken(`variables.${second}.root`, `is a second root beside ${root}`);
  if (root === undefined && entries.size > 0) remarks.count('noVariableRoot');
  const rootId = root ?? reading.newId();
  const listed = root === undefined ? [] : reading.list(file.find('variables', root) ?? {}, 'children', `variables.${root}`);
  const held = listed.filter(
    ({ id, path }) => reading.refer(id, path, 'variables') !== null && file.find('variables', id)?.cType !== 'boards',
  );
  const seen = new Set(held.map(({ id }) => id));
  const others = [...entries]
    .filter(([id, raw]) => raw.root !== true && raw.cType !== 'boards' && !seen.has(id))
    .map(([id]): Listed => ({ id, path: `variables.${id}` }));
  reading.place([...held.filter(({ id }) => file.find('variables', id)?.root !== true), ...others], rootId);
  for (const [id, raw] of entries) {
    if (raw.root === true) continue;
    if (raw.cType === 'boards') addBoardVariable(reading, id, raw, boardVariables.get(id));
    else
      reading.add(
        'variable',
        id,
        { rank: reading.placeOf(id)?.rank ?? '' },
        raw,
        { value: raw.value ?? emptyValues[String(raw.type ?? 'string')] },
        taken,
      );
  }
  return rootId;
}

/** Its name becomes the customId by which scripts know it. */
function addBoardVariable(reading: Reading, id: string, raw: Raw, boardId: string | undefined): void {
  const place = reading.placeOf(id);
  if (boardId === undefined || !place) return;
  reading.remarks.count('boardVariable');
  const type = raw.type ?? 'string';
  const data = raw.value ?? (type === 'string' ? null : emptyValues[String(type)]);
  const value = type === 'string' ? { type, plain: true, data: data === '' ? null : data } : { type, data };
  const kind: KindName = 'attribute';
  reading.add(
    kind,
    id,
    { rank: place.rank },
    raw,
    { cId: boardId, cType: 'boards', name: raw.name ?? null, customId: raw.name ?? null, value },
    takenOfBoards,
  );
}
