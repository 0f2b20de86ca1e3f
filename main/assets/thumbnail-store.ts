/** Thumbnails of stored images, by the SHA-256 of the image. They can be generated again, so they are not flushed to the disk. */

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { replaceFileSync } from '../platform/atomic-file.ts';

/** Characters of a data URL. */
const maxDataUrlLength = 200_000;
const thumbnailFormats = ['webp', 'png', 'jpeg'] as const;
const dataUrlPattern = /^data:image\/(webp|png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;

export interface ThumbnailStore {
  /** The thumbnail as a data URL; null if there is none. */
  find(sha256: string): string | null;
  /** Throws a 400 at `image` for anything but the data URL of a small WebP, PNG or JPEG image. */
  save(sha256: string, image: string): void;
  remove(sha256: string): void;
}

export function openThumbnailStore(folder: string): ThumbnailStore {
  const fileOf = (sha256: string, format: string) => join(folder, `${sha256}.${format}`);
  const forget = (sha256: string, exceptFormat?: string) => {
    for (const format of thumbnailFormats) {
      if (format !== exceptFormat) rmSync(fileOf(sha256, format), { force: true });
    }
  };
  return {
    find(sha256) {
      for (const format of thumbnailFormats) {
        const bytes = readIfPresent(fileOf(sha256, format));
        if (bytes && bytes.length > 0) return `data:image/${format};base64,${bytes.toString('base64')}`;
      }
      return null;
    },
    save(sha256, image) {
      const [, format = '', base64 = ''] = (image.length <= maxDataUrlLength && dataUrlPattern.exec(image)) || [];
      if (base64.length % 4 !== 0 || !matchesSignature(format, base64)) throw invalidFieldProblem('image', message('fault.thumbnail'));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(sha256, format);
      replaceFileSync(file, Buffer.from(base64, 'base64'), { mode: 0o600 });
      forget(sha256, format);
    },
    remove: (sha256) => forget(sha256),
  };
}

/** Whether the bytes begin with the signature of the format. */
function matchesSignature(format: string, base64: string): boolean {
  const head = Buffer.from(base64.slice(0, 16), 'base64').toString('latin1');
  if (format === 'png') return head.startsWith('\x89PNG');
  if (format === 'jpeg') return head.startsWith('\xff\xd8\xff');
  return format === 'webp' && head.startsWith('RIFF') && head.slice(8) === 'WEBP';
}

function readIfPresent(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
