/** Makes a Word document in a thread of its own, so that all other work continues meanwhile. */
import { Worker } from 'node:worker_threads';
import { workerScriptUrl } from '../../platform/worker-script-url.ts';
import type { WordBlock, WordReply, WordRequest } from './word-blocks.ts';

const blocksPerMessage = 200;

/** Rejects where the document cannot be made, or where `blocks` throws. */
export async function packWordDocument(title: string, blocks: AsyncIterable<WordBlock>): Promise<Uint8Array> {
  const worker = new Worker(workerScriptUrl(import.meta.url, { source: './word-worker.ts', built: 'documents.js' }));
  const post = (request: WordRequest): void => worker.postMessage(request);
  const packed = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', (reply: WordReply) =>
      'bytes' in reply ? resolve(new Uint8Array(reply.bytes)) : reject(new Error(reply.failure)),
    );
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread ended without a document')));
  });
  // While blocks are still made, nobody waits for the result yet.
  packed.catch(() => undefined);
  try {
    let part: WordBlock[] = [];
    for await (const block of blocks) {
      part.push(block);
      if (part.length < blocksPerMessage) continue;
      post({ blocks: part });
      part = [];
    }
    post({ blocks: part });
    post({ title });
    return await packed;
  } finally {
    await worker.terminate();
  }
}
