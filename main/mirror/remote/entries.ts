/** What stands inside the entries of an export: covers, attachments of elements, values of attributes. */
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import { entryIds } from '../plan/provisional.ts';
import { isRaw, listIn, type Raw, rawIn, textIn } from './raw.ts';
import type { Told } from './told.ts';

const ofFilm = ['mode', 'autoplay', 'showControls', 'showOptions'];
const ofYoutube = ['url', 'autoplay', 'showControls'];
const some = (raw: Raw, fields: readonly string[]): Raw =>
  Object.fromEntries(fields.flatMap((field) => (raw[field] === undefined ? [] : [[field, raw[field]]])));

/** [Elements, Components] without a type it is what the asset is; what names no asset is none. */
export function coverOf(told: Told, cover: unknown, of: 'element' | 'component'): Raw | null {
  if (!isRaw(cover)) return null;
  if (cover.type === 'icon') return { type: 'icon', file: cover.file };
  if (cover.type === 'youtube') return { type: 'youtube', ...some(cover, ofYoutube) };
  const asset = told.find('assets', cover.id);
  if (!asset) return null;
  const type = String(asset.type ?? cover.type);
  return { type, id: cover.id, ...(of === 'element' && type.endsWith('video') && some(cover, ofFilm)) };
}

export interface Entry {
  readonly id: string;
  readonly given: Raw;
}

/** The components that an element carries, or the sounds that it plays, with the ids that are given or known. */
export function attachmentsOf(told: Told, kind: 'componentAttachment' | 'audioAttachment', elementId: string, raw: Raw): Entry[] {
  const isComponent = kind === 'componentAttachment';
  const entries = (isComponent ? listIn(raw, 'components') : listIn(rawIn(raw, 'assets'), 'audio'))
    .map((entry): Raw => (isRaw(entry) ? entry : { component: entry }))
    .filter((entry) => (isComponent ? told.homeOf(entry.component) === 'components' : told.homeOf(entry.asset) === 'assets'));
  const field = isComponent ? 'component' : 'asset';
  const target = isComponent ? 'componentId' : 'assetId';
  const known = told.base.children(kind, elementId, isComponent ? 'components' : 'audio') as unknown as readonly AnyRecord[];
  const ids = entryIds(
    elementId,
    entries.map((entry) => String(entry[field])),
    known.map((record) => ({ id: record.id, target: String(record[target]) })),
  );
  const seen = new Set<string>();
  return entries.map((entry, at) => {
    const own = textIn(entry, 'id');
    const id =
      own !== undefined && own !== String(entry[field]) && told.homeOf(own) === undefined && !seen.has(own) ? own : (ids[at] ?? '');
    seen.add(id);
    const given: Raw = {
      elementId,
      [target]: entry[field],
      ...(!isComponent && { mode: entry.mode ?? 'once', delay: delayOf(entry.delay) }),
    };
    return { id, given };
  });
}

/** [audio] one template has it as a text. */
const delayOf = (delay: unknown): unknown => (typeof delay === 'string' ? Math.max(0, Number(delay) || 0) : (delay ?? 0));

const emptyData: Readonly<Record<string, unknown>> = { boolean: false, integer: 0, float: 0 };

/** The stored form of a value ([Attribute] value types). The entries of lists have no ids in an export. */
export function attributeValue(told: Told, id: string, value: unknown): unknown {
  if (!isRaw(value)) return { type: 'string', plain: true, data: null };
  const { type, data, plain } = value;
  if (type === 'string' || type === 'rich-text')
    return { type: 'string', plain: type === 'string' && (plain ?? false), data: data === '' ? null : (data ?? null) };
  if (type === 'component-list') return { type, data: listOf(told, id, data, 'component', 'components') };
  if (type === 'asset-list') return { type, data: listOf(told, id, data, 'asset', 'assets') };
  return { type, data: data ?? emptyData[String(type)] };
}

function listOf(told: Told, id: string, data: unknown, field: 'component' | 'asset', home: 'components' | 'assets'): unknown {
  const targets = (Array.isArray(data) ? data : [])
    .map((entry: unknown) => (isRaw(entry) ? entry[field] : entry))
    .filter((each) => told.homeOf(each) === home);
  const before = told.base.find('attribute', id)?.value;
  const held = (before?.type === `${field}-list` ? (before.data ?? []) : []) as readonly {
    id: string;
    component?: string;
    asset?: string;
  }[];
  const ids = entryIds(
    id,
    targets.map(String),
    held.map((entry) => ({ id: entry.id, target: entry[field] ?? '' })),
  );
  return targets.length === 0 ? null : targets.map((target, at) => ({ id: ids[at], [field]: target }));
}
