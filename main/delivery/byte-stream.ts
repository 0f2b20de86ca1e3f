/**
 * Streams of bytes that are hashed while they are copied, so that a file of any length needs little memory. A chunk is only valid until the
 * next one is requested, because all use the same buffer: allocating one for each would cost more time in garbage collection than the disk
 * takes.
 */
import { createHash } from 'node:crypto';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import type { Disk } from '../platform/disk.ts';
import type { Fingerprint } from '../platform/fingerprint.ts';

type ByteStream = AsyncIterable<Uint8Array>;
export type ByteSink = (chunks: ByteStream) => Promise<void>;

/** The maximum number of bytes that are read or written at once. */
export const chunkSize = 1 << 20;

/** Writes the bytes to the sink, small chunks together, and returns their hash and size. Without a sink, the bytes are only hashed. */
export async function pipeAndHash(bytes: ByteStream, sink: ByteSink | null): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let size = 0;
  const hashed = async function* (): ByteStream {
    for await (const each of coalesceChunks(bytes)) {
      hash.update(each);
      size += each.byteLength;
      yield each;
    }
  };
  if (sink) await sink(hashed());
  else for await (const _ of hashed());
  return { sha256: hash.digest('hex'), size };
}

async function* coalesceChunks(bytes: ByteStream): ByteStream {
  const turns = new CooperativeYielder();
  const all = Buffer.allocUnsafe(chunkSize);
  let length = 0;
  for await (const each of bytes) {
    for (let at = 0; at < each.byteLength; ) {
      const some = each.subarray(at, at + chunkSize - length);
      all.set(some, length);
      length += some.byteLength;
      at += some.byteLength;
      if (length < chunkSize) continue;
      yield all;
      length = 0;
      await turns.yieldIfNeeded();
    }
  }
  if (length > 0) yield all.subarray(0, length);
}

/** The content of a file. */
export async function* readFileChunks(disk: Disk, path: string, size: number): ByteStream {
  const file = await disk.openFile(path);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(chunkSize, size));
    for (let at = 0; at < size; at += chunkSize) yield await file.read(at, buffer);
  } finally {
    await file.close();
  }
}
