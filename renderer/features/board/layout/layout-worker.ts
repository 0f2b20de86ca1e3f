/** The worker that lays out a board: a job in, how far it is and the new places out. */
import { type LayoutRequest, type LayoutResult, layoutItems } from './layout-items.ts';

export type LayoutWorkerMessage = { readonly part: number } | { readonly places: LayoutResult };

const workerPort = globalThis as unknown as {
  onmessage: ((event: MessageEvent<LayoutRequest>) => void) | null;
  postMessage: (message: LayoutWorkerMessage) => void;
};

workerPort.onmessage = async ({ data }) => {
  const places = await layoutItems(data, (part) => workerPort.postMessage({ part }));
  workerPort.postMessage({ places });
};
