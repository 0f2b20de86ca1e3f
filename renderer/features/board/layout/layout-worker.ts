/** The worker that lays out a board: receives a job, returns its progress and the new positions. */
import { type LayoutRequest, type LayoutResult, layoutItems } from './layout-items.ts';

export type LayoutWorkerMessage = { readonly part: number } | { readonly places: LayoutResult };

const send = (message: LayoutWorkerMessage): void => self.postMessage(message);

self.addEventListener('message', async ({ data }: MessageEvent<LayoutRequest>) => {
  const places = await layoutItems(data, (part) => send({ part }));
  send({ places });
});
