/** Parses the contents of export entries: covers, attachments of elements, values of attributes. */

import { isJsonObject, type JsonObject, pickFields } from '../../../shared/json.ts';
import type { AttributeValue } from '../../../shared/model/kinds/attribute-value.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { assignEntryIds } from '../plan/provisional-ids.ts';
import { arrayAt, objectAt, stringAt } from './json-object.ts';
import type { RemoteExportReader } from './remote-export-reader.ts';

const videoFields = ['mode', 'autoplay', 'showControls', 'showOptions'];
const youtubeFields = ['url', 'autoplay', 'showControls'];
/** [Elements, Components] a cover without a type has the type of its asset; a cover without an asset is null. */
export function parseCover(exportReader: RemoteExportReader, cover: unknown, of: 'element' | 'component'): JsonObject | null {
  if (!isJsonObject(cover)) return null;
  if (cover.type === 'icon') return { type: 'icon', file: cover.file };
  if (cover.type === 'youtube') return { type: 'youtube', ...pickFields(cover, youtubeFields) };
  const asset = exportReader.findEntry('assets', cover.id);
  if (!asset) return null;
  const type = String(asset.type ?? cover.type);
  return { type, id: cover.id, ...(of === 'element' && type.endsWith('video') && pickFields(cover, videoFields)) };
}

interface AttachmentEntry {
  readonly id: string;
  readonly fields: JsonObject;
}

/** The components or sounds of an element, with the ids of their attachments from the export or the base. */
export function parseAttachmentEntries(
  exportReader: RemoteExportReader,
  kind: 'componentAttachment' | 'audioAttachment',
  elementId: string,
  raw: JsonObject,
): AttachmentEntry[] {
  const isComponent = kind === 'componentAttachment';
  const entries = (isComponent ? arrayAt(raw, 'components') : arrayAt(objectAt(raw, 'assets'), 'audio'))
    .map((entry): JsonObject => (isJsonObject(entry) ? entry : { component: entry }))
    .filter((entry) =>
      isComponent ? exportReader.collectionOf(entry.component) === 'components' : exportReader.collectionOf(entry.asset) === 'assets',
    );
  const field = isComponent ? 'component' : 'asset';
  const target = isComponent ? 'componentId' : 'assetId';
  const known: readonly AnyRecord[] = exportReader.base
    .children(kind, elementId, isComponent ? 'components' : 'audio')
    .map((record) => ({ ...record }));
  const ids = assignEntryIds(
    elementId,
    entries.map((entry) => String(entry[field])),
    known.map((record) => ({ id: record.id, target: String(record[target]) })),
  );
  const seen = new Set<string>();
  return entries.map((entry, at) => {
    const own = stringAt(entry, 'id');
    const id =
      own !== undefined && own !== String(entry[field]) && exportReader.collectionOf(own) === undefined && !seen.has(own)
        ? own
        : (ids[at] ?? '');
    seen.add(id);
    const fields: JsonObject = {
      elementId,
      [target]: entry[field],
      ...(!isComponent && { mode: entry.mode ?? 'once', delay: parseDelay(entry.delay) }),
    };
    return { id, fields };
  });
}

/** [audio] one template contains the delay as a string. */
const parseDelay = (delay: unknown): unknown => (typeof delay === 'string' ? Math.max(0, Number(delay) || 0) : (delay ?? 0));

const defaultData: Readonly<Record<string, unknown>> = { boolean: false, integer: 0, float: 0 };

/** The stored form of a value ([Attribute] value types). In an export, the entries of lists have no ids. */
export function parseAttributeValue(exportReader: RemoteExportReader, id: string, value: unknown): unknown {
  if (!isJsonObject(value)) return { type: 'string', plain: true, data: null };
  const { type, data, plain } = value;
  if (type === 'string' || type === 'rich-text')
    return { type: 'string', plain: type === 'string' && (plain ?? false), data: data === '' ? null : (data ?? null) };
  if (type === 'component-list') return { type, data: parseReferenceList(exportReader, id, data, 'component', 'components') };
  if (type === 'asset-list') return { type, data: parseReferenceList(exportReader, id, data, 'asset', 'assets') };
  return { type, data: data ?? defaultData[String(type)] };
}

function parseReferenceList(
  exportReader: RemoteExportReader,
  id: string,
  data: unknown,
  field: 'component' | 'asset',
  home: 'components' | 'assets',
): unknown {
  const targets = (Array.isArray(data) ? data : [])
    .map((entry: unknown) => (isJsonObject(entry) ? entry[field] : entry))
    .filter((each) => exportReader.collectionOf(each) === home);
  const ids = assignEntryIds(id, targets.map(String), entriesOf(exportReader.base.find('attribute', id)?.value, field));
  return targets.length === 0 ? null : targets.map((target, at) => ({ id: ids[at], [field]: target }));
}

/** The entries of a list of this type; none for any other value. */
function entriesOf(value: AttributeValue | undefined, field: 'component' | 'asset'): { id: string; target: string }[] {
  if (value?.type === 'component-list' && field === 'component')
    return (value.data ?? []).map(({ id, component }) => ({ id, target: component ?? '' }));
  if (value?.type === 'asset-list' && field === 'asset') return (value.data ?? []).map(({ id, asset }) => ({ id, target: asset ?? '' }));
  return [];
}
