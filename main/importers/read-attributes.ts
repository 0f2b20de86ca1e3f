/**
 * Reads attributes with their values, in the order in which their owners list them. An attribute belongs to the record that lists it (G26,
 * G31).
 */

import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import type { ImportSession, ListedId } from './import-session.ts';
import { isComponentReference } from './read-items.ts';
import { readStoryRichText } from './read-languages.ts';
import { readAssetList } from './read-media.ts';

/** In relation to the work for a record. */
const workPerEntry = 0.1;

const ownerCollections = ['boards', 'elements', 'components'] as const;

/** Places attributes, and variables of boards that become attributes, below their owners. */
export async function placeAttributes(session: ImportSession, boardVariables: ReadonlyMap<string, string>): Promise<void> {
  const unlisted = await groupUnlistedByOwner(session, boardVariables);
  for (const collection of ownerCollections)
    for (const [id, raw] of session.file.entriesOf(collection)) {
      const pause = session.progress.addWork(workPerEntry);
      if (pause) await pause;
      const path = `${collection}.${id}`;
      const listed = session
        .readIdList(raw, 'attributes', path)
        .filter((entry) => boardVariables.has(entry.id) || session.resolveReference(entry.id, entry.path, 'attributes') !== null);
      const all = [...listed, ...(unlisted.get(id) ?? [])];
      if (all.length > 0 && session.folders.has(id))
        session.errors.addInconsistency(`${path}.attributes`, message('import.fault.folderAttributes'));
      session.setPlacements(firstListed(session, all), id);
    }
}

/** [G31] removes entries that were already listed, in this list or by another record. They are an error, and a repair keeps the first. */
function firstListed(session: ImportSession, listed: readonly ListedId[]): ListedId[] {
  const paths = new Map<string, string>();
  return listed.filter(({ id, path }) => {
    const other = session.placementOf(id)?.path ?? paths.get(id);
    if (other === undefined) paths.set(id, path);
    else session.reportMissing(path, message('import.fault.placedTwice', { id, path: other }));
    return other === undefined;
  });
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
    else if (typeof raw.cId !== 'string') session.errors.addInvalidValue(`${path}.cId`, message('import.fault.id'));
    else if (raw.cId !== place.parent || (raw.cType ?? cType) !== cType) session.notes.count('otherOwner');
    const { value, ...old } = readOldFields(session, raw, path);
    session.addRecord(
      'attribute',
      id,
      { rank: place.rank },
      raw,
      { ...old, cId: place.parent, cType, value: value ?? readAttributeValue(session, raw.value, path) },
      oldFields,
    );
  }
}

/** [G32] the fields of 2020: `label` is the name, `content` the value, which is rich text. */
const oldFields: ReadonlySet<string> = new Set(['label', 'content']);
function readOldFields(session: ImportSession, raw: JsonObject, path: string): JsonObject {
  const { label, content } = raw;
  const isOldName = typeof label === 'string' && (raw.name ?? null) === null;
  const isOldValue = typeof content === 'string' && (raw.value ?? null) === null;
  if (isOldName || isOldValue) session.notes.count('oldAttribute');
  for (const [field, value, isRead] of [
    ['label', label, isOldName],
    ['content', content, isOldValue],
  ] as const)
    if (!isRead && value !== undefined && value !== null) session.notes.addIgnoredField(`attributes.${field}`);
  return {
    ...(isOldName && { name: label }),
    ...(isOldValue && { value: { type: 'string', plain: false, data: readStoryRichText(session, content, `${path}.content`) || null } }),
  };
}

/** Groups attributes whose owner does not list them; they are placed at the end of the owner's list. */
async function groupUnlistedByOwner(session: ImportSession, boardVariables: ReadonlyMap<string, string>): Promise<Map<string, ListedId[]>> {
  const { progress } = session;
  const listed = new Set<unknown>();
  for (const collection of ownerCollections)
    for (const { attributes } of session.file.entriesOf(collection).values()) {
      for (const id of Array.isArray(attributes) ? attributes : []) listed.add(id);
      const pause = progress.addWork(workPerEntry);
      if (pause) await pause;
    }
  const unlisted = new Map<string, ListedId[]>();
  const add = (owner: string, entry: ListedId) => {
    const entries = unlisted.get(owner);
    if (entries) entries.push(entry);
    else unlisted.set(owner, [entry]);
  };
  for (const [id, raw] of session.file.entriesOf('attributes')) {
    const path = `attributes.${id}`;
    const pause = progress.addWork(workPerEntry);
    if (pause) await pause;
    if (listed.has(id) || typeof raw.cId !== 'string') continue;
    if (session.resolveReference(raw.cId, `${path}.cId`, ...ownerCollections) !== null) add(raw.cId, { id, path });
  }
  for (const [id, owner] of boardVariables) if (!listed.has(id)) add(owner, { id, path: `variables.${id}` });
  return unlisted;
}

/**
 * The stored form of a value ([Attribute] value types): empty texts and empty lists are null, and lists of assets only contain imported
 * ones.
 */
function readAttributeValue(session: ImportSession, value: unknown, path: string): unknown {
  if (!isJsonObject(value)) return value ?? { type: 'string', plain: true, data: null };
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

function readComponentList(session: ImportSession, value: JsonObject, path: string): unknown {
  const { data } = value;
  const ids = Array.isArray(data) ? data.map((entry: unknown) => (isJsonObject(entry) ? entry.component : entry)) : data;
  const valid = session.readIdList({ data: ids }, 'data', path).filter(({ id, path: at }) => isComponentReference(session, id, at));
  return valid.length === 0 ? null : valid.map(({ id }) => ({ id: session.newId(), component: id }));
}
