/** The data with which the worker thread of the backend is started, and the messages between it and the main thread. */
import { z } from 'zod';
import type { CallResult } from '../../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import { workModeSchema } from '../../../shared/contracts/work-mode.ts';

/**
 * `command` is set if the worker executes one command of the command line; without it, the worker serves the desktop, which stores its
 * keys.
 */
export const backendWorkerData = z.object({
  dataFolder: z.string().min(1),
  /** The memory of the control with which the main thread stops tasks on the database. */
  databaseTasks: z.instanceof(SharedArrayBuffer),
  command: z
    .object({
      longRunning: z.boolean().exactOptional(),
      targets: workModeSchema.exactOptional(),
      folders: workModeSchema.exactOptional(),
      sync: workModeSchema.exactOptional(),
    })
    .exactOptional(),
});
export type BackendWorkerData = z.infer<typeof backendWorkerData>;

/** The answer to the `KeyRequest` with this number. `reason` is set if the key store refuses. */
const keyAnswer = z.object({ key: z.int(), value: z.string().optional(), reason: z.string().optional() });
export type KeyAnswer = z.infer<typeof keyAnswer>;

/** The answer to the `ProxyRequest` with this number. */
const proxyAnswer = z.object({ proxy: z.int(), rules: z.string() });
export type ProxyAnswer = z.infer<typeof proxyAnswer>;

/**
 * `connect` and `notices` are answered like calls, with the results of `connect` and `listNotices` of `CommandConnection`. `wait` is the
 * option of `close`.
 */
export const mainThreadMessage = z.union([
  z.object({ id: z.int(), call: z.string(), input: z.unknown() }),
  z.object({ id: z.int(), connect: z.literal(true) }),
  z.object({ id: z.int(), notices: z.literal(true) }),
  z.object({ listen: z.boolean() }),
  z.object({ close: z.literal(true), wait: z.number().exactOptional() }),
  keyAnswer,
  proxyAnswer,
]);
export type MainThreadMessage = z.infer<typeof mainThreadMessage>;

/** Requests that the main thread reads, stores or removes a key in the key store, or checks whether it can store keys, for which `name` is empty. */
export interface KeyRequest {
  readonly key: number;
  readonly do: 'get' | 'set' | 'remove' | 'check';
  readonly name: string;
  readonly value?: string;
}

/** Requests the proxies of the operating system for an address. */
export interface ProxyRequest {
  readonly proxy: number;
  readonly url: string;
}

/** Events that happened before an answer are sent before it. */
export type WorkerMessage =
  | KeyRequest
  | ProxyRequest
  | { readonly id: number; readonly answer: CallResult }
  | { readonly events: BackendEvent[] };
