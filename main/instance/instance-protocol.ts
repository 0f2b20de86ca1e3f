/**
 * The protocol between the owner of a data folder and another process, one JSON value per line:
 *
 *   other ── {hello: token, protocol} ──▶ owner      a wrong token: the connection ends
 *   other ◀─ {hello: version, protocol} ─ owner      another protocol: the other process fails; `closing`: as after {bye: true}
 *   other ── {id, call, input} ─────────▶ owner      any number at once
 *   other ◀─ {id, answer} ─────────────── owner      sent after the events that happened before it
 *   other ── {subscribe: true} ─────────▶ owner
 *   other ◀─ {events: […]} ────────────── owner
 *   other ◀─ {bye: true} ──────────────── owner      calls that arrive after this are not executed; earlier ones are answered
 *   other ◀─ {id, isRefused: true} ────── owner      the call arrived after `bye`; one that is never answered may have been executed
 */

import type { Socket } from 'node:net';
import { z } from 'zod';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { parseJsonOrUndefined } from '../../shared/json.ts';
import { storyJsonLimits } from '../platform/parse-json-in-slices.ts';

/**
 * Must be increased when a call or an event changes, so that processes of different versions do not misunderstand each other. 2: calls for
 * sync were renamed after Taleport 0.1; 3: calls of the data folder, of targets and of the window changed;
 * 4: an owner refuses calls while it is ending, and a call returns what it does by itself.
 */
export const protocolVersion = 4;

export const clientMessage = z.union([
  z.strictObject({ hello: z.string(), protocol: z.number() }),
  z.strictObject({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.strictObject({ subscribe: z.literal(true) }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Not parsed, because the sender is our own program on a private socket, authenticated by a token. */
export type ServerMessage =
  | { readonly hello: string; readonly protocol: number; readonly closing: boolean }
  | { readonly id: number; readonly answer: CallResult }
  | { readonly id: number; readonly isRefused: true }
  | { readonly events: BackendEvent[] }
  | { readonly bye: true };

/** `instance.json`: the process that owns the folder, and the address of its socket. It may be outdated, so connecting may fail. */
export const instanceRecord = z.object({ pid: z.int(), address: z.string(), token: z.string().min(16) });
export type InstanceRecord = z.infer<typeof instanceRecord>;

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
      const value = line.length > limit() ? undefined : parseJsonOrUndefined(line.toString('utf8'), storyJsonLimits(line.length));
      if (value === undefined) return void socket.destroy();
      each(value);
      // What follows an invalid message is not handled.
      if (socket.destroyed) return;
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
