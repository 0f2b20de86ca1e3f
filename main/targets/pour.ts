/**
 * Bytes on their way to somewhere, hashed as they go by, so that a file of any length takes little memory. The same memory is used for each chunk: it
 * holds what it holds only until the next one is asked for. (New memory for each would keep the collector busier than the disk.)
 */
import { createHash } from 'node:crypto';
import { Turns } from '../turns.ts';
import type { Disk } from './disk.ts';
import type { Print } from './hash.ts';

export type Chunks = AsyncIterable<Uint8Array>;
export type Sink = (chunks: Chunks) => Promise<void>;

/** Bytes read or written in one breath. */
export const chunk = 1 << 20;

/** What is small goes together. Without a sink the bytes are only hashed. */
export async function pour(bytes: Chunks, sink: Sink | null): Promise<Print> {
  const hash = createHash('sha256');
  let size = 0;
  const hashed = async function* (): Chunks {
    for await (const each of together(bytes)) {
      hash.update(each);
      size += each.byteLength;
      yield each;
    }
  };
  if (sink) await sink(hashed());
  else for await (const _ of hashed());
  return { sha256: hash.digest('hex'), size };
}

async function* together(bytes: Chunks): Chunks {
  const turns = new Turns();
  const all = Buffer.allocUnsafe(chunk);
  let length = 0;
  for await (const each of bytes) {
    for (let at = 0; at < each.byteLength; ) {
      const some = each.subarray(at, at + chunk - length);
      all.set(some, length);
      length += some.byteLength;
      at += some.byteLength;
      if (length < chunk) continue;
      yield all;
      length = 0;
      await turns.next();
    }
  }
  if (length > 0) yield all.subarray(0, length);
}

/** A file from its beginning to its end. */
export async function* bytesOf(disk: Disk, path: string, size: number): Chunks {
  const file = await disk.open(path);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(chunk, size));
    for (let at = 0; at < size; at += chunk) yield await file.read(at, buffer);
  } finally {
    await file.close();
  }
}
