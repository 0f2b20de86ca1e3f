/** What the worker thread of the backend is started with, and the messages between it and the main thread. */
import { z } from 'zod';
import type { CallResult } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

/** `command`: for one command of the command line; without it, for the desktop, which stores the keys of the worker. */
export const backendWorkerData = z.object({
  dataFolder: z.string().min(1),
  command: z
    .object({
      longRunning: z.boolean().exactOptional(),
      targets: z.enum(['live', 'manual']).exactOptional(),
      sync: z.enum(['live', 'manual']).exactOptional(),
    })
    .exactOptional(),
});
export type BackendWorkerData = z.infer<typeof backendWorkerData>;

/** The answer to a `KeyRequest`, by its number; `why` is the reason if the key store refuses. */
const keyAnswer = z.object({ key: z.int(), value: z.string().optional(), why: z.string().optional() });
export type KeyAnswer = z.infer<typeof keyAnswer>;

/** `connect` and `notices`: like a call, with what `connect` and `listNotices` of `CommandConnection` return as the answer. `wait`: as that of `close`. */
export const mainThreadMessage = z.union([
  z.object({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.object({ id: z.int(), connect: z.literal(true) }),
  z.object({ id: z.int(), notices: z.literal(true) }),
  z.object({ listen: z.boolean() }),
  z.object({ close: z.literal(true), wait: z.number().exactOptional() }),
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
