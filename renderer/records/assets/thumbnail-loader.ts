/**
 * Small pictures of pictures. Asked for one by one when they come into sight, made two at a time off the critical path, kept by
 * the program for the next start and here for as long as they are of use. What goes out of sight before its turn is left out.
 */
import { invoke, readStoredFile } from '../../platform/bridge.ts';
import { createLruCache } from './lru-cache.ts';

/** Sharp on a card of the board and on a fine screen. */
const MAX_SIDE = 192;
const MAX_CONCURRENT = 2;

/** null: there is no picture of it. */
const thumbnailCache = createLruCache<string | null>(600);
const pendingRequests = new Map<string, ThumbnailRequest>();
let running = 0;

/** The measures, where they are known, so that no picture is decoded larger than it is drawn. */
export interface ThumbnailSource {
  readonly hash: string;
  readonly file: string;
  readonly width: number | null;
  readonly height: number | null;
}
interface ThumbnailRequest {
  readonly source: ThumbnailSource;
  readonly listeners: Set<() => void>;
}

const thumbnailKey = ({ hash, file }: Pick<ThumbnailSource, 'hash' | 'file'>): string => `${hash}/${file}`;

/** What is known by now: undefined until it has been looked for. */
export const cachedThumbnail = (picture: Pick<ThumbnailSource, 'hash' | 'file'>): string | null | undefined =>
  thumbnailCache.get(thumbnailKey(picture));

/** Tells once when it is there; answers what takes the wish back. */
export function requestThumbnail(source: ThumbnailSource, ready: () => void): () => void {
  const key = thumbnailKey(source);
  const wish = pendingRequests.get(key) ?? { source, listeners: new Set() };
  pendingRequests.set(key, wish);
  wish.listeners.add(ready);
  processRequests();
  return () => {
    wish.listeners.delete(ready);
  };
}

function processRequests(): void {
  // What came into sight last is looked at now.
  for (const [key, wish] of [...pendingRequests].reverse()) {
    if (running >= MAX_CONCURRENT) return;
    pendingRequests.delete(key);
    if (wish.listeners.size === 0) continue;
    running++;
    void whenIdle()
      .then(() => loadThumbnail(wish.source))
      .catch(() => null)
      .then((picture) => {
        thumbnailCache.set(key, picture);
        running--;
        for (const ready of wish.listeners) ready();
        processRequests();
      });
  }
}

const whenIdle = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 300 }));

async function loadThumbnail(picture: ThumbnailSource): Promise<string | null> {
  const { hash, file } = picture;
  const kept = await invoke('asset.thumbnail', { hash, file });
  if (kept !== null) return kept;
  // An asset may name a file that is not there (G13): a browser would log each one that it looks for in vain.
  if ((await invoke('asset.locate', { hash, file })) === null) return null;
  const made = await createThumbnail(picture);
  if (made !== null) void invoke('asset.saveThumbnail', { hash, file, image: made }).catch(() => undefined);
  return made;
}

/** A blob is decoded and made smaller away from the main thread. */
async function createThumbnail({ hash, file, width, height }: ThumbnailSource): Promise<string | null> {
  const blob = await readStoredFile(hash, file);
  if (!blob) return null;
  const isLarge = width === null || height === null || Math.max(width, height) > MAX_SIDE;
  const side = (height ?? 0) > (width ?? 0) ? { resizeHeight: MAX_SIDE } : { resizeWidth: MAX_SIDE };
  const small = await createImageBitmap(blob, isLarge ? { ...side, resizeQuality: 'high' } : {});
  const canvas = new OffscreenCanvas(small.width, small.height);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(small);
  return toDataUrl(await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 }));
}

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
