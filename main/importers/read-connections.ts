/** Reads connections: only between existing items on their own board (G6), in the order in which their sources list them. */
import type { JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import type { ImportSession, ListedId } from './import-session.ts';
import { readLocalizedFields, readTranslationStatus } from './read-languages.ts';
import type { Collection } from './story-file.ts';

const convertedFields = new Set(['status']);
const sourceCollections = ['elements', 'conditions'] as const;
const targetCollections = ['elements', 'branches', 'jumpers'] as const;

/** Leaves out connections without a valid source or target. Returns the rank of every other one among the outputs of its source. */
export async function rankOutputs(session: ImportSession): Promise<ReadonlyMap<string, string>> {
  const bySource = new Map<string, string[]>();
  // The iteration continues correctly if an entry is left out during it.
  for (const [id, raw] of session.file.entriesOf('connections')) {
    if (areEndsValid(session, id, raw)) appendTo(bySource, String(raw.sourceid), id);
    else session.file.omit(id);
    const pause = session.progress.addWork(0.2);
    if (pause) await pause;
  }
  return rankBySource(session, bySource);
}

export async function readConnections(session: ImportSession, outputRanks: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, raw] of session.file.entriesOf('connections')) {
    const place = session.placementOf(id);
    const [source, target] = [readEnd(session, raw.sourceid), readEnd(session, raw.targetid)];
    const converted = {
      boardId: place?.parent,
      sourceid: source.id,
      sourceType: source.type,
      targetid: target.id,
      targetType: target.type,
      ...readLocalizedFields(session, 'connection', id, raw),
      status: readTranslationStatus(session, id),
    };
    const record = session.addRecord(
      'connection',
      id,
      { rank: place?.rank ?? '', outputRank: outputRanks.get(id) ?? '' },
      raw,
      converted,
      convertedFields,
    );
    session.file.replaceByRecord('connections', id, record);
    const pause = session.progress.advance();
    if (pause) await pause;
  }
}

/** Uses the id string of the record if that exists, because two copies of an id take more memory than the rest of a short record. */
function readEnd(session: ImportSession, value: unknown): { readonly id: unknown; readonly type: Collection | undefined } {
  const id = String(value);
  const type = session.file.collectionOf(id);
  const record = type && session.file.find(type, id);
  return { id: record?.id === id ? record.id : value, type };
}

/** Reports a connection without a source or target as an error; a repair leaves it out. */
function areEndsValid(session: ImportSession, id: string, raw: JsonObject): boolean {
  const source = isEndValid(session, id, raw, 'source', sourceCollections);
  const target = isEndValid(session, id, raw, 'target', targetCollections);
  return source && target;
}

function isEndValid(
  session: ImportSession,
  id: string,
  raw: JsonObject,
  side: 'source' | 'target',
  allowed: readonly Collection[],
): boolean {
  const path = `connections.${id}.${side}`;
  const end = raw[`${side}id`];
  const type = raw[`${side}Type`] ?? null;
  if (typeof end !== 'string') {
    if (end !== undefined && end !== null) session.errors.addInvalidValue(`${path}id`, message('import.fault.id'));
    else session.reportMissing(`${path}id`, message('import.fault.missing'));
    return false;
  }
  if (session.resolveReference(end, `${path}id`, ...allowed) === null) return false;
  const collection = session.file.collectionOf(end);
  if (type !== null && type !== collection)
    session.errors.addInconsistency(`${path}Type`, message('import.fault.endType', { collection: collection ?? '', id: end }));
  if (boardIdOf(session, end) !== session.placementOf(id)?.parent)
    session.errors.addInconsistency(`${path}id`, message('import.fault.otherBoard', { id: end }));
  return true;
}

function boardIdOf(session: ImportSession, id: string): string | undefined {
  const parent = session.placementOf(id)?.parent;
  return session.file.collectionOf(id) === 'conditions' && parent !== undefined ? session.placementOf(parent)?.parent : parent;
}

/** The rank of each connection among the outputs of its source: first those that the source lists, then the others. */
async function rankBySource(session: ImportSession, bySource: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string>> {
  const ranks = new Map<string, string>();
  for (const collection of sourceCollections)
    for (const [id, raw] of session.file.entriesOf(collection)) {
      const path = `${collection}.${id}`;
      const own = bySource.get(id) ?? [];
      const named = collection === 'elements' ? session.readIdList(raw, 'outputs', path) : readConditionOutput(session, raw, path);
      const seen = new Set<string>();
      for (const { id: output, path: at } of named) if (isValidOutput(session, output, at, id, seen)) seen.add(output);
      const others = own.filter((connection) => !seen.has(connection));
      session.notes.count('unlistedOutput', others.length);
      const order = [...seen, ...others];
      for (const [index, rank] of ranksBetween(null, null, order.length).entries()) ranks.set(order[index] ?? '', rank);
      const pause = session.progress.addWork(0.2);
      if (pause) await pause;
    }
  return ranks;
}

function readConditionOutput(session: ImportSession, raw: JsonObject, path: string): ListedId[] {
  if (typeof raw.output === 'string') return [{ id: raw.output, path: `${path}.output` }];
  if (raw.output !== undefined && raw.output !== null)
    session.errors.addInvalidValue(`${path}.output`, message('import.fault.connectionId'));
  return [];
}

function isValidOutput(session: ImportSession, id: string, path: string, source: string, seen: ReadonlySet<string>): boolean {
  if (session.resolveReference(id, path, 'connections') === null) return false;
  if (seen.has(id)) session.errors.addInconsistency(path, message('import.fault.namedTwice', { id }));
  if (session.file.find('connections', id)?.sourceid === source) return true;
  session.errors.addInconsistency(path, message('import.fault.startsElsewhere', { id }));
  return false;
}

function appendTo(lists: Map<string, string[]>, key: string, id: string): void {
  const list = lists.get(key);
  if (list) list.push(id);
  else lists.set(key, [id]);
}
