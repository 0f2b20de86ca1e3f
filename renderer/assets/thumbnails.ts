/**
 * Small pictures of pictures. Asked for one by one when they come into sight, made two at a time off the critical path, kept by
 * the program for the next start and here for as long as they are of use. What goes out of sight before its turn is left out.
 */
import { ask, readStored } from '../bridge.ts';
import { leastRecent } from './least-recent.ts';

/** Sharp on a card of the board and on a fine screen. */
const SIDE = 192;
const AT_ONCE = 2;

/** null: there is no picture of it. */
const known = leastRecent<string | null>(600);
const waiting = new Map<string, Wish>();
let running = 0;

/** The measures, where they are known, so that no picture is decoded larger than it is drawn. */
export interface Picture {
  readonly hash: string;
  readonly file: string;
  readonly width: number | null;
  readonly height: number | null;
}
interface Wish {
  readonly picture: Picture;
  readonly listeners: Set<() => void>;
}

const keyOf = ({ hash, file }: Pick<Picture, 'hash' | 'file'>): string => `${hash}/${file}`;

/** What is known by now: undefined until it has been looked for. */
export const thumbnailNow = (picture: Pick<Picture, 'hash' | 'file'>): string | null | undefined => known.get(keyOf(picture));

/** Tells once when it is there; answers what takes the wish back. */
export function wantThumbnail(picture: Picture, ready: () => void): () => void {
  const key = keyOf(picture);
  const wish = waiting.get(key) ?? { picture, listeners: new Set() };
  waiting.set(key, wish);
  wish.listeners.add(ready);
  work();
  return () => {
    wish.listeners.delete(ready);
  };
}

function work(): void {
  // What came into sight last is looked at now.
  for (const [key, wish] of [...waiting].reverse()) {
    if (running >= AT_ONCE) return;
    waiting.delete(key);
    if (wish.listeners.size === 0) continue;
    running++;
    void whenIdle()
      .then(() => find(wish.picture))
      .catch(() => null)
      .then((picture) => {
        known.put(key, picture);
        running--;
        for (const ready of wish.listeners) ready();
        work();
      });
  }
}

const whenIdle = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 300 }));

async function find(picture: Picture): Promise<string | null> {
  const { hash, file } = picture;
  const kept = await ask('asset.thumbnail', { hash, file });
  if (kept !== null) return kept;
  // An asset may name a file that is not there (G13): a browser would log each one that it looks for in vain.
  if ((await ask('asset.locate', { hash, file })) === null) return null;
  const made = await make(picture);
  if (made !== null) void ask('asset.keepThumbnail', { hash, file, image: made }).catch(() => undefined);
  return made;
}

/** A blob is decoded and made smaller away from the main thread. */
async function make({ hash, file, width, height }: Picture): Promise<string | null> {
  const blob = await readStored(hash, file);
  if (!blob) return null;
  const isLarge = width === null || height === null || Math.max(width, height) > SIDE;
  const side = (height ?? 0) > (width ?? 0) ? { resizeHeight: SIDE } : { resizeWidth: SIDE };
  const small = await createImageBitmap(blob, isLarge ? { ...side, resizeQuality: 'high' } : {});
  const canvas = new OffscreenCanvas(small.width, small.height);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(small);
  return asAddress(await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 }));
}

const asAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
