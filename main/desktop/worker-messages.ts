/** What the main thread and the worker with the parts say to each other. */
import { z } from 'zod';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** The answer to a `KeyAsked`, by its number; `why` where the key store refuses. */
const keyAnswer = z.object({ key: z.int(), value: z.string().optional(), why: z.string().optional() });
export type KeyAnswer = z.infer<typeof keyAnswer>;

export const mainThreadMessage = z.union([
  z.object({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.object({ close: z.literal(true) }),
  keyAnswer,
]);
export type MainThreadMessage = z.infer<typeof mainThreadMessage>;

/** The parts need a key of the key store, or give it one. */
export interface KeyRequest {
  readonly key: number;
  readonly do: 'get' | 'set' | 'remove';
  readonly name: string;
  readonly value?: string;
}

/** Events that happened before an answer come before it. */
export type WorkerMessage =
  | KeyRequest
  | { readonly id: number; readonly answer: CallResult }
  | { readonly events: BackendEvent[] }
  | { readonly closed: true };
