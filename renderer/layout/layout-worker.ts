/** The worker that lays out a board: a job in, how far it is and the new places out. */
import { type Job, layOut, type Places } from './lay-out.ts';

export type Told = { readonly part: number } | { readonly places: Places };

const port = globalThis as unknown as { onmessage: ((event: MessageEvent<Job>) => void) | null; postMessage: (told: Told) => void };

port.onmessage = async ({ data }) => {
  const places = await layOut(data, (part) => port.postMessage({ part }));
  port.postMessage({ places });
};
