/**
 * Writes a document in a separate thread, so that other work continues: a file for people is written as a whole, and a single text of some
 * megabytes already takes seconds.
 */
import { Worker } from 'node:worker_threads';
import type { LanguageId } from '../../shared/messages/languages.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import type { Project } from '../../shared/model/project.ts';
import { Problem, type SerializedProblem } from '../../shared/problem.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { workerScriptUrl } from '../platform/worker-script-url.ts';
import type { DocumentFormat, DocumentOptions } from './document-format.ts';

export interface DocumentTask {
  readonly format: DocumentFormat['id'];
  /** Determines how the document is written. */
  readonly extension: string;
  readonly options: Omit<DocumentOptions, 'translator'>;
  /** The language of texts that are not part of the story, because a translator cannot be sent to a thread. */
  readonly language: LanguageId;
}

/** The messages to the thread: the story in parts, then the task. */
export type DocumentRequest = { readonly records: readonly AnyRecord[] } | { readonly task: DocumentTask };
/** The message from the thread: the file, or the reason why there is none. */
export type DocumentReply =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: SerializedProblem }
  | { readonly failure: string };

const recordsPerMessage = 200;

/** Rejects with the Problem of the writer. */
export async function writeDocumentInThread(project: Project, task: DocumentTask): Promise<Uint8Array> {
  const worker = new Worker(workerScriptUrl(import.meta.url, { source: './document-worker.ts', built: 'documents.js' }));
  const reply = new Promise<DocumentReply>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread ended without a document')));
  });
  // While the story is still being sent, nothing awaits the reply yet.
  reply.catch(() => undefined);
  const post = (request: DocumentRequest): void => worker.postMessage(request);
  try {
    const yielder = new CooperativeYielder();
    const all = [...project.records()];
    for (let at = 0; at < all.length; at += recordsPerMessage) {
      post({ records: all.slice(at, at + recordsPerMessage) });
      await yielder.yieldIfNeeded();
    }
    post({ task });
    return bytesOf(await reply);
  } finally {
    await worker.terminate();
  }
}

function bytesOf(reply: DocumentReply): Uint8Array {
  if ('bytes' in reply) return reply.bytes;
  throw 'problem' in reply ? Problem.fromJSON(reply.problem) : new Error(reply.failure);
}
