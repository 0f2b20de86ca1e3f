/**
 * What the owner of a data folder and another process say to each other, one JSON value a line:
 *
 *   other ── {hello: token, protocol} ──▶ owner      a wrong token: the connection ends
 *   other ◀─ {hello: version, protocol} ─ owner      another protocol: the other one says so and gives up
 *   other ── {id, call, input} ─────────▶ owner      any number at once
 *   other ◀─ {id, answer} ─────────────── owner      events that happened before come before it
 *   other ── {subscribe: true} ─────────▶ owner
 *   other ◀─ {events: […]} ────────────── owner
 *   other ◀─ {bye: true} ──────────────── owner      from here on calls are not carried out; those that came before are answered
 */
import { z } from 'zod';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** 2: calls and events of sync have other names than in Taleport 0.1. */
export const protocolVersion = 2;

export const clientMessage = z.union([
  z.strictObject({ hello: z.string(), protocol: z.number() }),
  z.strictObject({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.strictObject({ subscribe: z.literal(true) }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Our own program on the other side of a private socket, greeted with a token: answers and events are taken as they are. */
export type ServerMessage =
  | { readonly hello: string; readonly protocol: number }
  | { readonly id: number; readonly answer: CallResult }
  | { readonly events: BackendEvent[] }
  | { readonly bye: true };

/** `instance.json`: which process owns the folder and where it listens. It may be outdated, so connecting may fail. */
export const instanceRecord = z.object({ pid: z.int(), address: z.string(), token: z.string().min(16) });
export type InstanceRecord = z.infer<typeof instanceRecord>;
