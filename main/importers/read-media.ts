/** Covers and sounds of elements and components, as far as their assets were taken in (G29). */
import { ranksBetween } from '../../shared/model/rank.ts';
import type { ImportSession } from './import-session.ts';
import { isRawObject, isUuid4, type RawObject } from './story-file.ts';

const videoCoverFields = ['mode', 'autoplay', 'showControls', 'showOptions'];
const youtubeCoverFields = ['type', 'url', 'autoplay', 'showControls'];
const coverTypePatterns = { elements: /image$|video$/, components: /image$/ };

/** [Import rules] covers whose file is not there go; icons and films from outside stay. */
export function readCover(reading: ImportSession, owner: 'elements' | 'components', cover: unknown, path: string): RawObject | null {
  if (cover === undefined || cover === null || (Array.isArray(cover) && cover.length === 0)) return null;
  if (!isRawObject(cover)) {
    reading.errors.addInvalidValue(path, 'must be an object');
    return null;
  }
  if (cover.type === 'icon') return { type: 'icon', file: cover.file };
  if (cover.type === 'youtube') return pickFields(cover, youtubeCoverFields);
  const type = typeof cover.id === 'string' ? reading.assetTypes.get(cover.id) : undefined;
  // What the cover itself says of the type may be old: the asset knows.
  if (type !== undefined && coverTypePatterns[owner].test(type))
    return { id: cover.id, type, ...(type.endsWith('video') ? pickFields(cover, videoCoverFields) : {}) };
  reading.notes.count('covers');
  return null;
}

const pickFields = (raw: RawObject, fields: readonly string[]): RawObject =>
  Object.fromEntries(fields.flatMap((field) => (field in raw ? [[field, raw[field]]] : [])));

/** The sounds an element plays, in order. */
export function addAudioAttachments(reading: ImportSession, elementId: string, audio: unknown): void {
  if (!Array.isArray(audio)) return;
  const kept = audio.filter(
    (entry): entry is RawObject => isRawObject(entry) && reading.assetTypes.get(String(entry.asset))?.endsWith('audio') === true,
  );
  reading.notes.count('sounds', audio.length - kept.length);
  const ranks = ranksBetween(null, null, kept.length);
  for (const [index, { id, asset, mode, delay }] of kept.entries())
    reading.records.push({
      kind: 'audioAttachment',
      id: reading.claimId(isUuid4(id) ? id : undefined),
      rank: ranks[index] ?? '',
      elementId,
      assetId: String(asset),
      mode: mode === 'loop' || mode === 'stop' ? mode : 'once',
      delay: Math.max(0, Number(delay) || 0),
    });
}

/** The entries of a list of assets that are there; null for none. */
export function readAssetList(reading: ImportSession, data: unknown): { id: string; asset: string }[] | null {
  if (!Array.isArray(data) || data.length === 0) return null;
  const ids = data.map((entry: unknown) => String(isRawObject(entry) ? entry.asset : entry));
  const kept = ids.filter((id) => reading.assetTypes.has(id));
  if (kept.length < ids.length) reading.notes.count('assetLists');
  return kept.length === 0 ? null : kept.map((asset) => ({ id: reading.newId(), asset }));
}
