/** Connections: only between what is there and on their own board (G6), in the order in which their sources name them. */
import { ranksBetween } from '../../shared/model/rank.ts';
import type { ImportSession, ListedId } from './import-session.ts';
import { readLocalizedField, readStoryRichText, readTranslationStatus } from './read-languages.ts';
import type { Collection, RawObject } from './story-file.ts';

const convertedFields = new Set(['status']);
const sourceCollections = ['elements', 'conditions'] as const;
const targetCollections = ['elements', 'branches', 'jumpers'] as const;

export async function readConnections(reading: ImportSession): Promise<void> {
  const bySource = new Map<string, ListedId[]>();
  for (const [id, raw] of [...reading.file.entriesOf('connections')]) {
    if (areEndsValid(reading, id, raw)) appendTo(bySource, String(raw.sourceid), { id, path: `connections.${id}` });
    else reading.file.omit(id);
    const rest = reading.progress.addWork(0.2);
    if (rest) await rest;
  }
  const outputRanks = await rankOutputs(reading, bySource);
  for (const [id, raw] of reading.file.entriesOf('connections')) {
    const place = reading.placementOf(id);
    const given = {
      boardId: place?.parent,
      sourceType: reading.file.collectionOf(String(raw.sourceid)),
      targetType: reading.file.collectionOf(String(raw.targetid)),
      label: readLocalizedField(reading, 'connections', id, raw, 'label', readStoryRichText),
      status: readTranslationStatus(reading, id),
    };
    reading.addRecord('connection', id, { rank: place?.rank ?? '', outputRank: outputRanks.get(id) ?? '' }, raw, given, convertedFields);
    const rest = reading.progress.advance();
    if (rest) await rest;
  }
}

/** A connection without an end is no connection: a fault, or left out by a repair. */
function areEndsValid(reading: ImportSession, id: string, raw: RawObject): boolean {
  const source = isEndValid(reading, id, raw, 'source', sourceCollections);
  const target = isEndValid(reading, id, raw, 'target', targetCollections);
  return source && target;
}

function isEndValid(
  reading: ImportSession,
  id: string,
  raw: RawObject,
  side: 'source' | 'target',
  allowed: readonly Collection[],
): boolean {
  const path = `connections.${id}.${side}`;
  const end = raw[`${side}id`];
  const type = raw[`${side}Type`] ?? null;
  if (typeof end !== 'string') {
    if (end !== undefined && end !== null) reading.errors.addInvalidValue(`${path}id`, 'must be an id');
    else reading.reportMissing(`${path}id`, 'is missing');
    return false;
  }
  if (reading.resolveReference(end, `${path}id`, ...allowed) === null) return false;
  const home = reading.file.collectionOf(end);
  if (type !== null && type !== home) reading.errors.addInconsistency(`${path}Type`, `must be ${home}, where ${end} stands`);
  if (boardIdOf(reading, end) !== reading.placementOf(id)?.parent)
    reading.errors.addInconsistency(`${path}id`, `${end} stands on another board than the connection`);
  return true;
}

function boardIdOf(reading: ImportSession, id: string): string | undefined {
  const parent = reading.placementOf(id)?.parent;
  return reading.file.collectionOf(id) === 'conditions' && parent !== undefined ? reading.placementOf(parent)?.parent : parent;
}

/** Where each connection stands among the outputs of its source: first those that the source names, then the others. */
async function rankOutputs(reading: ImportSession, bySource: ReadonlyMap<string, readonly ListedId[]>): Promise<Map<string, string>> {
  const ranks = new Map<string, string>();
  for (const collection of sourceCollections)
    for (const [id, raw] of reading.file.entriesOf(collection)) {
      const path = `${collection}.${id}`;
      const own = bySource.get(id) ?? [];
      const named = collection === 'elements' ? reading.readIdList(raw, 'outputs', path) : readConditionOutput(reading, raw, path);
      const seen = new Set<string>();
      for (const { id: output, path: at } of named) if (isValidOutput(reading, output, at, id, seen)) seen.add(output);
      const others = own.filter((connection) => !seen.has(connection.id));
      reading.notes.count('unlistedOutput', others.length);
      const order = [...seen, ...others.map((connection) => connection.id)];
      for (const [index, rank] of ranksBetween(null, null, order.length).entries()) ranks.set(order[index] ?? '', rank);
      const rest = reading.progress.addWork(0.2);
      if (rest) await rest;
    }
  return ranks;
}

function readConditionOutput(reading: ImportSession, raw: RawObject, path: string): ListedId[] {
  if (typeof raw.output === 'string') return [{ id: raw.output, path: `${path}.output` }];
  if (raw.output !== undefined && raw.output !== null) reading.errors.addInvalidValue(`${path}.output`, 'must be the id of a connection');
  return [];
}

function isValidOutput(reading: ImportSession, id: string, path: string, source: string, seen: ReadonlySet<string>): boolean {
  if (reading.resolveReference(id, path, 'connections') === null) return false;
  if (seen.has(id)) reading.errors.addInconsistency(path, `names ${id} a second time`);
  if (reading.file.find('connections', id)?.sourceid === source) return true;
  reading.errors.addInconsistency(path, `names ${id}, which starts elsewhere`);
  return false;
}

function appendTo(lists: Map<string, ListedId[]>, key: string, listed: ListedId): void {
  const list = lists.get(key);
  if (list) list.push(listed);
  else lists.set(key, [listed]);
}
