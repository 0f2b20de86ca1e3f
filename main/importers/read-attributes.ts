/** Attributes with their values, in the order in which their owners list them. An attribute that says nothing of its owner takes the one that lists it (G26). */

import type { ImportSession, ListedId } from './import-session.ts';
import { isComponentReference } from './read-items.ts';
import { readStoryRichText } from './read-languages.ts';
import { readAssetList } from './read-media.ts';
import { isRawObject, type RawObject } from './story-file.ts';

const ownerCollections = ['boards', 'elements', 'components'] as const;
const noConvertedFields = new Set<string>();

/** Places attributes, and variables of boards that are to become attributes, below their owners. */
export function placeAttributes(reading: ImportSession, boardVariables: ReadonlyMap<string, string>): void {
  const unlisted = groupUnlistedByOwner(reading, boardVariables);
  for (const collection of ownerCollections)
    for (const [id, raw] of reading.file.entriesOf(collection)) {
      const path = `${collection}.${id}`;
      const listed = reading
        .readIdList(raw, 'attributes', path)
        .filter((entry) => boardVariables.has(entry.id) || reading.resolveReference(entry.id, entry.path, 'attributes') !== null);
      const all = [...listed, ...(unlisted.get(id) ?? [])];
      if (all.length > 0 && reading.folders.has(id)) reading.errors.addInconsistency(`${path}.attributes`, 'folders have no attributes');
      reading.setPlacements(all, id);
    }
}

export async function readAttributes(reading: ImportSession): Promise<void> {
  for (const [id, raw] of [...reading.file.entriesOf('attributes')]) {
    const path = `attributes.${id}`;
    const place = reading.placementOf(id);
    const rest = reading.progress.advance();
    if (rest) await rest;
    if (!place) {
      reading.reportMissing(path, 'belongs to nothing');
      reading.file.omit(id);
      continue;
    }
    const cType = reading.file.collectionOf(place.parent);
    if ((raw.cId ?? null) === null) reading.notes.count('owner');
    else if (raw.cId !== place.parent) reportOwnerMismatch(reading, raw.cId, `${path}.cId`, place.parent);
    if ((raw.cType ?? cType) !== cType) reading.errors.addInconsistency(`${path}.cType`, `must be ${cType}, where its owner stands`);
    reading.addRecord(
      'attribute',
      id,
      { rank: place.rank },
      raw,
      { cId: place.parent, cType, value: readAttributeValue(reading, raw.value, path) },
      noConvertedFields,
    );
  }
}

/** The owner that the attribute names is another than the one that lists it, or there is none. */
function reportOwnerMismatch(reading: ImportSession, cId: unknown, path: string, lister: string): void {
  if (typeof cId !== 'string') reading.errors.addInvalidValue(path, 'must be an id');
  else if (reading.resolveReference(cId, path, ...ownerCollections) !== null)
    reading.errors.addInconsistency(path, `is not ${lister}, which lists it`);
}

/** What names an owner that does not list it goes to the end of that owner's list. */
function groupUnlistedByOwner(reading: ImportSession, boardVariables: ReadonlyMap<string, string>): Map<string, ListedId[]> {
  const listed = new Set(
    ownerCollections.flatMap((collection) =>
      [...reading.file.entriesOf(collection).values()].flatMap(({ attributes }) => (Array.isArray(attributes) ? attributes : [])),
    ),
  );
  const unlisted = new Map<string, ListedId[]>();
  const add = (owner: string, entry: ListedId) => {
    const entries = unlisted.get(owner);
    if (entries) entries.push(entry);
    else unlisted.set(owner, [entry]);
  };
  for (const [id, raw] of reading.file.entriesOf('attributes')) {
    const path = `attributes.${id}`;
    if (listed.has(id) || typeof raw.cId !== 'string') continue;
    if (reading.resolveReference(raw.cId, `${path}.cId`, ...ownerCollections) !== null) add(raw.cId, { id, path });
  }
  for (const [id, owner] of boardVariables) if (!listed.has(id)) add(owner, { id, path: `variables.${id}` });
  return unlisted;
}

/** The stored form of a value ([Attribute] value types): empty text and empty lists are null, and lists of assets keep those that are there. */
function readAttributeValue(reading: ImportSession, value: unknown, path: string): unknown {
  if (!isRawObject(value)) return value ?? { type: 'string', plain: true, data: null };
  const { type, data = null, plain } = value;
  if (type === 'string' || type === 'rich-text') {
    const isPlain = type === 'string' && (plain ?? false);
    if (typeof data !== 'string') return { type: 'string', plain: isPlain, data };
    const text = isPlain ? data : readStoryRichText(reading, data, `${path}.value.data`);
    return { type: 'string', plain: isPlain, data: text === '' ? null : text };
  }
  if (type === 'component-list') return { type, data: readComponentList(reading, value, `${path}.value`) };
  if (type === 'asset-list') return { type, data: readAssetList(reading, data) };
  return { type, data: data ?? defaultValues[String(type)] };
}

const defaultValues: Readonly<Record<string, unknown>> = { boolean: false, integer: 0, float: 0 };

function readComponentList(reading: ImportSession, value: RawObject, path: string): unknown {
  const { data } = value;
  const ids = Array.isArray(data) ? data.map((entry: unknown) => (isRawObject(entry) ? entry.component : entry)) : data;
  const kept = reading.readIdList({ data: ids }, 'data', path).filter(({ id, path: at }) => isComponentReference(reading, id, at));
  return kept.length === 0 ? null : kept.map(({ id }) => ({ id: reading.newId(), component: id }));
}
