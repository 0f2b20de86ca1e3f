/** Reads attributes with their values, in the order in which their owners list them. An attribute that names no owner belongs to the one that lists it (G26). */

import { message } from '../../shared/messages/message.ts';
import type { ImportSession, ListedId } from './import-session.ts';
import { isComponentReference } from './read-items.ts';
import { readStoryRichText } from './read-languages.ts';
import { readAssetList } from './read-media.ts';
import { isRawObject, type RawObject } from './story-file.ts';

const ownerCollections = ['boards', 'elements', 'components'] as const;
const noConvertedFields = new Set<string>();

/** Places attributes, and variables of boards that become attributes, below their owners. */
export function placeAttributes(session: ImportSession, boardVariables: ReadonlyMap<string, string>): void {
  const unlisted = groupUnlistedByOwner(session, boardVariables);
  for (const collection of ownerCollections)
    for (const [id, raw] of session.file.entriesOf(collection)) {
      const path = `${collection}.${id}`;
      const listed = session
        .readIdList(raw, 'attributes', path)
        .filter((entry) => boardVariables.has(entry.id) || session.resolveReference(entry.id, entry.path, 'attributes') !== null);
      const all = [...listed, ...(unlisted.get(id) ?? [])];
      if (all.length > 0 && session.folders.has(id))
        session.errors.addInconsistency(`${path}.attributes`, message('import.fault.folderAttributes'));
      session.setPlacements(all, id);
    }
}

export async function readAttributes(session: ImportSession): Promise<void> {
  for (const [id, raw] of [...session.file.entriesOf('attributes')]) {
    const path = `attributes.${id}`;
    const place = session.placementOf(id);
    const pause = session.progress.advance();
    if (pause) await pause;
    if (!place) {
      session.reportMissing(path, message('import.fault.noOwner'));
      session.file.omit(id);
      continue;
    }
    const cType = session.file.collectionOf(place.parent);
    if ((raw.cId ?? null) === null) session.notes.count('owner');
    else if (raw.cId !== place.parent) reportOwnerMismatch(session, raw.cId, `${path}.cId`, place.parent);
    if ((raw.cType ?? cType) !== cType)
      session.errors.addInconsistency(`${path}.cType`, message('import.fault.ownerType', { collection: cType ?? '' }));
    session.addRecord(
      'attribute',
      id,
      { rank: place.rank },
      raw,
      { cId: place.parent, cType, value: readAttributeValue(session, raw.value, path) },
      noConvertedFields,
    );
  }
}

/** The attribute names another owner than the one that lists it, or its owner does not exist. */
function reportOwnerMismatch(session: ImportSession, cId: unknown, path: string, lister: string): void {
  if (typeof cId !== 'string') session.errors.addInvalidValue(path, message('import.fault.id'));
  else if (session.resolveReference(cId, path, ...ownerCollections) !== null)
    session.errors.addInconsistency(path, message('import.fault.otherOwner', { owner: lister }));
}

/** An attribute whose owner does not list it is placed at the end of the owner's list. */
function groupUnlistedByOwner(session: ImportSession, boardVariables: ReadonlyMap<string, string>): Map<string, ListedId[]> {
  const listed = new Set(
    ownerCollections.flatMap((collection) =>
      [...session.file.entriesOf(collection).values()].flatMap(({ attributes }) => (Array.isArray(attributes) ? attributes : [])),
    ),
  );
  const unlisted = new Map<string, ListedId[]>();
  const add = (owner: string, entry: ListedId) => {
    const entries = unlisted.get(owner);
    if (entries) entries.push(entry);
    else unlisted.set(owner, [entry]);
  };
  for (const [id, raw] of session.file.entriesOf('attributes')) {
    const path = `attributes.${id}`;
    if (listed.has(id) || typeof raw.cId !== 'string') continue;
    if (session.resolveReference(raw.cId, `${path}.cId`, ...ownerCollections) !== null) add(raw.cId, { id, path });
  }
  for (const [id, owner] of boardVariables) if (!listed.has(id)) add(owner, { id, path: `variables.${id}` });
  return unlisted;
}

/** The stored form of a value ([Attribute] value types): empty text and empty lists are null, and lists of assets only contain imported ones. */
function readAttributeValue(session: ImportSession, value: unknown, path: string): unknown {
  if (!isRawObject(value)) return value ?? { type: 'string', plain: true, data: null };
  const { type, data = null, plain } = value;
  if (type === 'string' || type === 'rich-text') {
    const isPlain = type === 'string' && (plain ?? false);
    if (typeof data !== 'string') return { type: 'string', plain: isPlain, data };
    const text = isPlain ? data : readStoryRichText(session, data, `${path}.value.data`);
    return { type: 'string', plain: isPlain, data: text === '' ? null : text };
  }
  if (type === 'component-list') return { type, data: readComponentList(session, value, `${path}.value`) };
  if (type === 'asset-list') return { type, data: readAssetList(session, data) };
  return { type, data: data ?? defaultValues[String(type)] };
}

const defaultValues: Readonly<Record<string, unknown>> = { boolean: false, integer: 0, float: 0 };

function readComponentList(session: ImportSession, value: RawObject, path: string): unknown {
  const { data } = value;
  const ids = Array.isArray(data) ? data.map((entry: unknown) => (isRawObject(entry) ? entry.component : entry)) : data;
  const valid = session.readIdList({ data: ids }, 'data', path).filter(({ id, path: at }) => isComponentReference(session, id, at));
  return valid.length === 0 ? null : valid.map(({ id }) => ({ id: session.newId(), component: id }));
}
