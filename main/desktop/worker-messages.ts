/** The messages between the main thread and the worker thread of the backend. */
import { z } from 'zod';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** The answer to a `KeyRequest`, by its number; `why` is the reason if the key store refuses. */
const keyAnswer = z.object({ key: z.int(), value: z.string().optional(), why: z.string().optional() });
export type KeyAnswer = z.infer<typeof keyAnswer>;

export const mainThreadMessage = z.union([
  z.object({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.object({ close: z.literal(true) }),
  keyAnswer,
]);
export type MainThreadMessage = z.infer<typeof mainThreadMessage>;

/** The backend reads, stores or removes a key of the key store. */
export interface KeyRequest {
  readonly key: number;
  readonly do: 'get' | 'set' | 'remove';
  readonly name: string;
  readonly value?: string;
}

/** Events that happened before an answer come before it. */
export type WorkerMessage = KeyRequest | { readonly id: number; readonly answer: CallResult } | { readonly events: BackendEvent[] };
