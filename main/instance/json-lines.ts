/** JSON values over a local socket, one per line. Once the peer is authenticated, a line may be as long as a whole project. */

import type { Socket } from 'node:net';
import { parseJsonOrUndefined } from '../../shared/json.ts';

const newlineByte = 0x0a;

/** Calls `each` with every value. A line longer than `limit()` bytes, or one that is not JSON, ends the connection. */
export function readJsonLines(socket: Socket, limit: () => number, each: (value: unknown) => void): void {
  let pieces: Buffer[] = [];
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(newlineByte); end >= 0; end = chunk.indexOf(newlineByte, from)) {
      pieces.push(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(pieces);
      pieces = [];
      bytes = 0;
      const value = parseJsonOrUndefined(line.toString('utf8'));
      if (line.length > limit() || value === undefined) return void socket.destroy();
      each(value);
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > limit()) socket.destroy();
  });
}

/** Returns false, and writes nothing, if the value is too large for one string. */
export function writeJsonLine(socket: Socket, value: unknown): boolean {
  try {
    socket.write(`${JSON.stringify(value)}\n`);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
