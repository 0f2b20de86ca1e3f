/** Bytes on their way to somewhere, hashed as they go by, so that a file of any length takes little memory. */
import { createHash } from 'node:crypto';
import { Turns } from '../turns.ts';
import type { Disk } from './disk.ts';
import type { Print } from './hash.ts';

export type Sink = (chunks: AsyncIterable<Uint8Array>) => Promise<void>;

/** Bytes read or written in one breath. */
export const chunk = 1 << 20;

/** What is small goes together. Without a sink the bytes are only hashed. */
export async function pour(bytes: AsyncIterable<Uint8Array>, sink: Sink | null): Promise<Print> {
  const hash = createHash('sha256');
  const turns = new Turns();
  let size = 0;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    let waiting: Uint8Array[] = [];
    let length = 0;
    const together = (): Uint8Array => {
      const all = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting);
      hash.update(all);
      size += length;
      waiting = [];
      length = 0;
      return all;
    };
    for await (const each of bytes) {
      waiting.push(each);
      length += each.byteLength;
      if (length < chunk) continue;
      yield together();
      await turns.next();
    }
    if (length > 0) yield together();
  };
  if (sink) await sink(chunks());
  else for await (const _ of chunks());
  return { sha256: hash.digest('hex'), size };
}

/** A file from its beginning to its end. */
export async function* bytesOf(disk: Disk, path: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += chunk) yield disk.part(path, at, Math.min(chunk, size - at));
}
