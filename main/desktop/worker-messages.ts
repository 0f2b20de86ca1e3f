/** What the main thread and the worker with the parts say to each other. */
import { z } from 'zod';
import type { Answer, Event } from '../../shared/ipc.ts';

export const fromWindow = z.union([z.object({ id: z.int(), call: z.string(), input: z.unknown() }), z.object({ close: z.literal(true) })]);
export type FromWindow = z.infer<typeof fromWindow>;

/** Events that happened before an answer come before it. */
export type FromWorker = { readonly id: number; readonly answer: Answer } | { readonly events: Event[] } | { readonly closed: true };
