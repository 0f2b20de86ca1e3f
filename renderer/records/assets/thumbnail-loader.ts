/**
 * Loads thumbnails of images when they become visible, at most two at a time. They are stored by the backend for the next start, and cached here.
 * A request for an image that is no longer visible is dropped.
 */
import { invoke } from '../../platform/bridge.ts';
import { runWhenIdle } from '../../platform/idle.ts';
import { readStoredFile } from '../../platform/stored-files.ts';

/** In pixels: sharp where it fills a board node on a high-density screen. */
const maxSide = 384;
const maxConcurrent = 2;

/** null if no thumbnail can be made. */
const thumbnailCache = createLruCache<string | null>(600);
const pendingRequests = new Map<string, ThumbnailRequest>();
let running = 0;

/** The size of the image, if known, so that it is not decoded larger than it is shown. */
interface ThumbnailSource {
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

/** The cached result, or undefined if it has not been requested yet. */
export const cachedThumbnail = (picture: Pick<ThumbnailSource, 'hash' | 'file'>): string | null | undefined =>
  thumbnailCache.get(thumbnailKey(picture));

/** Calls back once when the thumbnail is loaded. Returns a function that cancels the request. */
export function requestThumbnail(source: ThumbnailSource, ready: () => void): () => void {
  const key = thumbnailKey(source);
  const request = pendingRequests.get(key) ?? { source, listeners: new Set() };
  pendingRequests.set(key, request);
  request.listeners.add(ready);
  processRequests();
  return () => {
    request.listeners.delete(ready);
  };
}

function processRequests(): void {
  // The most recently visible image is loaded first.
  for (const [key, request] of [...pendingRequests].reverse()) {
    if (running >= maxConcurrent) return;
    pendingRequests.delete(key);
    if (request.listeners.size === 0) continue;
    running++;
    void whenIdle()
      .then(() => loadThumbnail(request.source))
      .catch(() => null)
      .then((picture) => {
        thumbnailCache.set(key, picture);
        running--;
        for (const ready of request.listeners) ready();
        processRequests();
      });
  }
}

const whenIdle = (): Promise<void> => new Promise((resolve) => void runWhenIdle(resolve, 300));

async function loadThumbnail(picture: ThumbnailSource): Promise<string | null> {
  const { hash, file } = picture;
  const stored = await invoke('asset.thumbnail', { hash, file });
  if (stored !== null) return stored;
  // An asset may refer to a missing file (G13), for which the browser would log an error. The existence is checked first.
  if ((await invoke('asset.locate', { hash, file })) === null) return null;
  const thumbnail = await createThumbnail(picture);
  if (thumbnail !== null) void invoke('asset.saveThumbnail', { hash, file, image: thumbnail }).catch(() => undefined);
  return thumbnail;
}

/** Decodes and shrinks a blob off the main thread. */
async function createThumbnail({ hash, file, width, height }: ThumbnailSource): Promise<string | null> {
  const blob = await readStoredFile(hash, file);
  if (!blob) return null;
  const isLarge = width === null || height === null || Math.max(width, height) > maxSide;
  const side = (height ?? 0) > (width ?? 0) ? { resizeHeight: maxSide } : { resizeWidth: maxSide };
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

/** A cache of limited size that evicts the least recently used value. */
export function createLruCache<V>(most: number) {
  const values = new Map<string, V>();
  return {
    get(key: string): V | undefined {
      const value = values.get(key);
      if (value === undefined || !values.delete(key)) return value;
      values.set(key, value);
      return value;
    },
    set(key: string, value: V): void {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
    },
  };
}
