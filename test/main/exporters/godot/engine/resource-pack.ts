/** A resource pack of Godot (.pck), format 3: a head, the files, and their directory at the end. */
import { createHash } from 'node:crypto';

const headSize = 112;
const alignment = 16;

/** `files` by their paths below `res://`. */
export function packResources(files: ReadonlyMap<string, string | Uint8Array>): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [integer(files.size, 4)];
  let offset = 0;
  for (const [path, content] of files) {
    const bytes = Buffer.from(content);
    const name = padded(Buffer.from(path), 4);
    const md5 = createHash('md5').update(bytes).digest();
    directory.push(integer(name.length, 4), name, integer(offset, 8), integer(bytes.length, 8), md5, integer(0, 4));
    const block = padded(bytes, alignment);
    contents.push(block);
    offset += block.length;
  }
  // The version of the format and of Godot (4.6.0), and that offsets count from the first file.
  const numbers = [3, 4, 6, 0, 2].map((each) => integer(each, 4));
  const head = Buffer.concat([Buffer.from('GDPC'), ...numbers, integer(headSize, 8), integer(headSize + offset, 8)]);
  return Buffer.concat([head, Buffer.alloc(headSize - head.length), ...contents, ...directory]);
}

/** Little-endian. */
function integer(value: number, bytes: 4 | 8): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, Math.min(bytes, 6));
  return buffer;
}

const padded = (bytes: Buffer, to: number): Buffer => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
