/** The worker that lays out a board: receives a job, returns its progress and the new positions. */
import { type LayoutRequest, type LayoutResult, layoutItems } from './layout-items.ts';

export type LayoutWorkerMessage = { readonly part: number } | { readonly places: LayoutResult };

// The global object of a worker. The types of the project are those of a window.
const workerPort = globalThis as unknown as {
  onmessage: ((event: MessageEvent<LayoutRequest>) => void) | null;
  postMessage: (message: LayoutWorkerMessage) => void;
};

workerPort.onmessage = async ({ data }) => {
  const places = await layoutItems(data, (part) => workerPort.postMessage({ part }));
  workerPort.postMessage({ places });
};
