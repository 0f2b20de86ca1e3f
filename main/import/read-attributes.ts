/** Attributes with their values, in the order in which their owners list them. An attribute that says nothing of its owner takes the one that lists it (G26). */

import { isComponent } from './read-items.ts';
import { richText } from './read-languages.ts';
import { keptAssets } from './read-media.ts';
import type { Listed, Reading } from './reading.ts';
import { isRaw, type Raw } from './story-file.ts';

const owners = ['boards', 'elements', 'components'] as const;
const nothing = new Set<string>();

/** Places attributes, and variables of boards that are to become attributes, below their owners. */
export function placeAttributes(reading: Reading, boardVariables: ReadonlyMap<string, string>): void {
  const unlisted = unlistedByOwner(reading, boardVariables);
  for (const collection of owners)
    for (const [id, raw] of reading.file.all(collection)) {
      const path = `${collection}.${id}`;
      const listed = reading
        .list(raw, 'attributes', path)
        .filter((entry) => boardVariables.has(entry.id) || reading.refer(entry.id, entry.path, 'attributes') !== null);
      const all = [...listed, ...(unlisted.get(id) ?? [])];
      if (all.length > 0 && reading.folders.has(id)) reading.faults.broken(`${path}.attributes`, 'folders have no attributes');
      reading.place(all, id);
    }
}

export async function readAttributes(reading: Reading): Promise<void> {
  for (const [id, raw] of [...reading.file.all('attributes')]) {
    const path = `attributes.${id}`;
    const place = reading.placeOf(id);
    const rest = reading.pace.step();
    if (rest) await rest;
    if (!place) {
      reading.missing(path, 'belongs to nothing');
      reading.file.leaveOut(id);
      continue;
    }
    const cType = reading.file.homeOf(place.parent);
    if ((raw.cId ?? null) === null) reading.remarks.count('owner');
    else if (raw.cId !== place.parent) ownerFault(reading, raw.cId, `${path}.cId`, place.parent);
    if ((raw.cType ?? cType) !== cType) reading.faults.broken(`${path}.cType`, `must be ${cType}, where its owner stands`);
    reading.add(
      'attribute',
      id,
      { rank: place.rank },
      raw,
      { cId: place.parent, cType, value: storedValue(reading, raw.value, path) },
      nothing,
    );
  }
}

/** The owner that the attribute names is another than the one that lists it, or there is none. */
function ownerFault(reading: Reading, cId: unknown, path: string, lister: string): void {
  if (typeof cId !== 'string') reading.faults.wrong(path, 'must be an id');
  else if (reading.refer(cId, path, ...owners) !== null) reading.faults.broken(path, `is not ${lister}, which lists it`);
}

/** What names an owner that does not list it goes to the end of that owner's list. */
function unlistedByOwner(reading: Reading, boardVariables: ReadonlyMap<string, string>): Map<string, Listed[]> {
  const listed = new Set(
    owners.flatMap((collection) =>
      [...reading.file.all(collection).values()].flatMap(({ attributes }) => (Array.isArray(attributes) ? attributes : [])),
    ),
  );
  const unlisted = new Map<string, Listed[]>();
  const add = (owner: string, entry: Listed) => {
    const entries = unlisted.get(owner);
    if (entries) entries.push(entry);
    else unlisted.set(owner, [entry]);
  };
  for (const [id, raw] of reading.file.all('attributes')) {
    const path = `attributes.${id}`;
    if (listed.has(id) || typeof raw.cId !== 'string') continue;
    if (reading.refer(raw.cId, `${path}.cId`, ...owners) !== null) add(raw.cId, { id, path });
  }
  for (const [id, owner] of boardVariables) if (!listed.has(id)) add(owner, { id, path: `variables.${id}` });
  return unlisted;
}

/** The stored form of a value ([Attribute] value types): empty text and empty lists are null, and lists of assets keep those that are there. */
function storedValue(reading: Reading, value: unknown, path: string): unknown {
  if (!isRaw(value)) return value ?? { type: 'string', plain: true, data: null };
  const { type, data = null, plain } = value;
  if (type === 'string' || type === 'rich-text') {
    const isPlain = type === 'string' && (plain ?? false);
    if (typeof data !== 'string') return { type: 'string', plain: isPlain, data };
    const text = isPlain ? data : richText(reading, data, `${path}.value.data`);
    return { type: 'string', plain: isPlain, data: text === '' ? null : text };
  }
  if (type === 'component-list') return { type, data: componentsIn(reading, value, `${path}.value`) };
  if (type === 'asset-list') return { type, data: keptAssets(reading, data) };
  return { type, data: data ?? emptyValues[String(type)] };
}

const emptyValues: Readonly<Record<string, unknown>> = { boolean: false, integer: 0, float: 0 };

function componentsIn(reading: Reading, value: Raw, path: string): unknown {
  const { data } = value;
  const ids = Array.isArray(data) ? data.map((entry: unknown) => (isRaw(entry) ? entry.component : entry)) : data;
  const kept = reading.list({ data: ids }, 'data', path).filter(({ id, path: at }) => isComponent(reading, id, at));
  return kept.length === 0 ? null : kept.map(({ id }) => ({ id: reading.newId(), component: id }));
}
