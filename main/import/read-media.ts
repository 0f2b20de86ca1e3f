/** Covers and sounds of elements and components, as far as their assets were taken in (G29). */
import { ranksBetween } from '../../shared/rank.ts';
import type { Reading } from './reading.ts';
import { isRaw, isUuid4, type Raw } from './story-file.ts';

const ofFilm = ['mode', 'autoplay', 'showControls', 'showOptions'];
const ofYoutube = ['type', 'url', 'autoplay', 'showControls'];
const mayCover = { elements: /image$|video$/, components: /image$/ };

/** [Import rules] covers whose file is not there go; icons and films from outside stay. */
export function keptCover(reading: Reading, owner: 'elements' | 'components', cover: unknown, path: string): Raw | null {
  if (cover === undefined || cover === null || (Array.isArray(cover) && cover.length === 0)) return null;
  if (!isRaw(cover)) {
    reading.faults.wrong(path, 'must be an object');
    return null;
  }
  if (cover.type === 'icon') return { type: 'icon', file: cover.file };
  if (cover.type === 'youtube') return fieldsOf(cover, ofYoutube);
  const type = typeof cover.id === 'string' ? reading.assets.get(cover.id) : undefined;
  // What the cover itself says of the type may be old: the asset knows.
  if (type !== undefined && mayCover[owner].test(type))
    return { id: cover.id, type, ...(type.endsWith('video') ? fieldsOf(cover, ofFilm) : {}) };
  reading.remarks.count('covers');
  return null;
}

const fieldsOf = (raw: Raw, fields: readonly string[]): Raw =>
  Object.fromEntries(fields.flatMap((field) => (field in raw ? [[field, raw[field]]] : [])));

/** The sounds an element plays, in order. */
export function attachSounds(reading: Reading, elementId: string, audio: unknown): void {
  if (!Array.isArray(audio)) return;
  const kept = audio.filter((entry): entry is Raw => isRaw(entry) && reading.assets.get(String(entry.asset))?.endsWith('audio') === true);
  reading.remarks.count('sounds', audio.length - kept.length);
  const ranks = ranksBetween(null, null, kept.length);
  for (const [index, { id, asset, mode, delay }] of kept.entries())
    reading.records.push({
      kind: 'audioAttachment',
      id: reading.freeId(isUuid4(id) ? id : undefined),
      rank: ranks[index] ?? '',
      elementId,
      assetId: String(asset),
      mode: mode === 'loop' || mode === 'stop' ? mode : 'once',
      delay: Math.max(0, Number(delay) || 0),
    });
}

/** The entries of a list of assets that are there; null for none. */
export function keptAssets(reading: Reading, data: unknown): { id: string; asset: string }[] | null {
  if (!Array.isArray(data) || data.length === 0) return null;
  const ids = data.map((entry: unknown) => String(isRaw(entry) ? entry.asset : entry));
  const kept = ids.filter((id) => reading.assets.has(id));
  if (kept.length < ids.length) reading.remarks.count('assetLists');
  return kept.length === 0 ? null : kept.map((asset) => ({ id: reading.newId(), asset }));
}
