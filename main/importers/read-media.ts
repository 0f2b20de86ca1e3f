/** Reads the covers and sounds of elements and components, if their assets were imported (G29). */
import { isJsonObject, type JsonObject, pickFields } from '../../shared/json.ts';
import { message } from '../../shared/messages/message.ts';
import { ranksBetween } from '../../shared/model/rank.ts';
import type { ImportSession } from './import-session.ts';
import { findAssetByPath } from './match-asset-files.ts';
import { isUuid4 } from './story-file.ts';

const videoCoverFields = ['mode', 'autoplay', 'showControls', 'showOptions'];
const youtubeCoverFields = ['type', 'url', 'autoplay', 'showControls'];
const coverTypePatterns = { elements: /image$|video$/, components: /image$/ };

/** [Import rules] covers without a file are removed; icons and external videos are kept. */
export function readCover(session: ImportSession, owner: 'elements' | 'components', cover: unknown, path: string): JsonObject | null {
  if (cover === undefined || cover === null || (Array.isArray(cover) && cover.length === 0)) return null;
  if (typeof cover === 'string') return readCoverPath(session, owner, cover);
  if (!isJsonObject(cover)) {
    session.errors.addInvalidValue(path, message('fault.type.object'));
    return null;
  }
  if (cover.type === 'icon') return { type: 'icon', file: cover.file };
  if (cover.type === 'youtube') return pickFields(cover, youtubeCoverFields);
  const type = typeof cover.id === 'string' ? session.assetTypes.get(cover.id) : undefined;
  // The type in the cover may be outdated; that of the asset is current.
  if (type !== undefined && coverTypePatterns[owner].test(type))
    return { id: cover.id, type, ...(type.endsWith('video') ? pickFields(cover, videoCoverFields) : {}) };
  session.notes.count('covers');
  return null;
}

/** [G32] reads a cover of 2020, which is the path of an asset. */
function readCoverPath(session: ImportSession, owner: 'elements' | 'components', path: string): JsonObject | null {
  if (path === '') return null;
  const id = findAssetByPath(session.assetFiles, path);
  const type = id === undefined ? undefined : session.assetTypes.get(id);
  const isUsable = type !== undefined && coverTypePatterns[owner].test(type);
  session.notes.count(isUsable ? 'coverPath' : 'covers');
  return isUsable ? { id, type } : null;
}

/** Adds the sounds that an element plays, in order. */
export function addAudioAttachments(session: ImportSession, elementId: string, audio: unknown): void {
  if (!Array.isArray(audio)) return;
  const imported = audio.filter(
    (entry): entry is JsonObject => isJsonObject(entry) && session.assetTypes.get(String(entry.asset))?.endsWith('audio') === true,
  );
  session.notes.count('sounds', audio.length - imported.length);
  const ranks = ranksBetween(null, null, imported.length);
  for (const [index, { id, asset, mode, delay }] of imported.entries())
    session.records.push({
      kind: 'audioAttachment',
      id: session.claimId(isUuid4(id) ? id : undefined),
      rank: ranks[index] ?? '',
      elementId,
      assetId: String(asset),
      mode: mode === 'loop' || mode === 'stop' ? mode : 'once',
      delay: Math.max(0, Number(delay) || 0),
    });
}

/** The entries of a list whose assets were imported; null if there are none. */
export function readAssetList(session: ImportSession, data: unknown): { id: string; asset: string }[] | null {
  if (!Array.isArray(data) || data.length === 0) return null;
  const ids = data.map((entry: unknown) => String(isJsonObject(entry) ? entry.asset : entry));
  const imported = ids.filter((id) => session.assetTypes.has(id));
  if (imported.length < ids.length) session.notes.count('assetLists');
  return imported.length === 0 ? null : imported.map((asset) => ({ id: session.newId(), asset }));
}
