/** What the main thread and the worker with the parts say to each other. */
import { z } from 'zod';
import type { Answer } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';

/** The answer to a `KeyAsked`, by its number; `why` where the key store refuses. */
const keyAnswer = z.object({ key: z.int(), value: z.string().optional(), why: z.string().optional() });
export type KeyAnswer = z.infer<typeof keyAnswer>;

export const fromWindow = z.union([
  z.object({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.object({ close: z.literal(true) }),
  keyAnswer,
]);
export type FromWindow = z.infer<typeof fromWindow>;

/** The parts need a key of the key store, or give it one. */
export interface KeyAsked {
  readonly key: number;
  readonly do: 'get' | 'set' | 'remove';
  readonly name: string;
  readonly value?: string;
}

/** Events that happened before an answer come before it. */
export type FromWorker =
  | KeyAsked
  | { readonly id: number; readonly answer: Answer }
  | { readonly events: Event[] }
  | { readonly closed: true };
