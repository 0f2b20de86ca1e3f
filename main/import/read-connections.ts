/** Connections: only between what is there and on their own board (G6), in the order in which their sources name them. */
import { ranksBetween } from '../../shared/rank.ts';
import { localizedField, richText, translationStatus } from './read-languages.ts';
import type { Listed, Reading } from './reading.ts';
import type { Collection, Raw } from './story-file.ts';

const taken = new Set(['status']);
const sources = ['elements', 'conditions'] as const;
const targets = ['elements', 'branches', 'jumpers'] as const;

export async function readConnections(reading: Reading): Promise<void> {
  const bySource = new Map<string, Listed[]>();
  for (const [id, raw] of [...reading.file.all('connections')]) {
    if (areEndsSound(reading, id, raw)) collect(bySource, String(raw.sourceid), { id, path: `connections.${id}` });
    else reading.file.leaveOut(id);
    const rest = reading.pace.work(0.2);
    if (rest) await rest;
  }
  const outputRanks = await rankOutputs(reading, bySource);
  for (const [id, raw] of reading.file.all('connections')) {
    const place = reading.placeOf(id);
    const given = {
      boardId: place?.parent,
      sourceType: reading.file.homeOf(String(raw.sourceid)),
      targetType: reading.file.homeOf(String(raw.targetid)),
      label: localizedField(reading, 'connections', id, raw, 'label', richText),
      status: translationStatus(reading, id),
    };
    reading.add('connection', id, { rank: place?.rank ?? '', outputRank: outputRanks.get(id) ?? '' }, raw, given, taken);
    const rest = reading.pace.step();
    if (rest) await rest;
  }
}

/** A connection without an end is no connection: a fault, or left out by a repair. */
function areEndsSound(reading: Reading, id: string, raw: Raw): boolean {
  const source = isEndSound(reading, id, raw, 'source', sources);
  const target = isEndSound(reading, id, raw, 'target', targets);
  return source && target;
}

function isEndSound(reading: Reading, id: string, raw: Raw, side: 'source' | 'target', allowed: readonly Collection[]): boolean {
  const path = `connections.${id}.${side}`;
  const end = raw[`${side}id`];
  const type = raw[`${side}Type`] ?? null;
  if (typeof end !== 'string') {
    if (end !== undefined && end !== null) reading.faults.wrong(`${path}id`, 'must be an id');
    else reading.missing(`${path}id`, 'is missing');
    return false;
  }
  if (reading.refer(end, `${path}id`, ...allowed) === null) return false;
  const home = reading.file.homeOf(end);
  if (type !== null && type !== home) reading.faults.broken(`${path}Type`, `must be ${home}, where ${end} stands`);
  if (boardOf(reading, end) !== reading.placeOf(id)?.parent)
    reading.faults.broken(`${path}id`, `${end} stands on another board than the connection`);
  return true;
}

function boardOf(reading: Reading, id: string): string | undefined {
  const parent = reading.placeOf(id)?.parent;
  return reading.file.homeOf(id) === 'conditions' && parent !== undefined ? reading.placeOf(parent)?.parent : parent;
}

/** Where each connection stands among the outputs of its source: first those that the source names, then the others. */
async function rankOutputs(reading: Reading, bySource: ReadonlyMap<string, readonly Listed[]>): Promise<Map<string, string>> {
  const ranks = new Map<string, string>();
  for (const collection of sources)
    for (const [id, raw] of reading.file.all(collection)) {
      const path = `${collection}.${id}`;
      const own = bySource.get(id) ?? [];
      const named = collection === 'elements' ? reading.list(raw, 'outputs', path) : outputOf(reading, raw, path);
      const seen = new Set<string>();
      for (const { id: output, path: at } of named) if (isOutput(reading, output, at, id, seen)) seen.add(output);
      const others = own.filter((connection) => !seen.has(connection.id));
      reading.remarks.count('unlistedOutput', others.length);
      const order = [...seen, ...others.map((connection) => connection.id)];
      for (const [index, rank] of ranksBetween(null, null, order.length).entries()) ranks.set(order[index] ?? '', rank);
      const rest = reading.pace.work(0.2);
      if (rest) await rest;
    }
  return ranks;
}

function outputOf(reading: Reading, raw: Raw, path: string): Listed[] {
  if (typeof raw.output === 'string') return [{ id: raw.output, path: `${path}.output` }];
  if (raw.output !== undefined && raw.output !== null) reading.faults.wrong(`${path}.output`, 'must be the id of a connection');
  return [];
}

function isOutput(reading: Reading, id: string, path: string, source: string, seen: ReadonlySet<string>): boolean {
  if (reading.refer(id, path, 'connections') === null) return false;
  if (seen.has(id)) reading.faults.broken(path, `names ${id} a second time`);
  if (reading.file.find('connections', id)?.sourceid === source) return true;
  reading.faults.broken(path, `names ${id}, which starts elsewhere`);
  return false;
}

function collect(lists: Map<string, Listed[]>, key: string, listed: Listed): void {
  const list = lists.get(key);
  if (list) list.push(listed);
  else lists.set(key, [listed]);
}
