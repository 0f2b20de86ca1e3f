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
import type { Answer } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';

export const protocol = 1;

export const fromOther = z.union([
  z.strictObject({ hello: z.string(), protocol: z.number() }),
  z.strictObject({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.strictObject({ subscribe: z.literal(true) }),
]);
export type FromOther = z.infer<typeof fromOther>;

/** Our own program on the other side of a private socket, greeted with a token: answers and events are taken as they are. */
export type FromOwner =
  | { readonly hello: string; readonly protocol: number }
  | { readonly id: number; readonly answer: Answer }
  | { readonly events: Event[] }
  | { readonly bye: true };

/** `owner.json`: who owns the folder and where it listens. What it says may be old: it is only ever tried. */
export const ownerNote = z.object({ pid: z.int(), address: z.string(), token: z.string().min(16) });
export type OwnerNote = z.infer<typeof ownerNote>;
