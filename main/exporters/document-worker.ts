/** The thread that writes one document (document-thread.ts). */
import { parentPort } from 'node:worker_threads';
import { appendAll } from '../../shared/lists.ts';
import { loadTranslator } from '../../shared/load-translator.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { describeError } from '../platform/errors.ts';
import type { DocumentReply, DocumentRequest, DocumentTask } from './document-thread.ts';
import { documentWriterFor, getDocument } from './documents.ts';

const records: AnyRecord[] = [];

parentPort?.on('message', (request: DocumentRequest) => {
  if ('records' in request) appendAll(records, request.records);
  else void write(request.task).then(reply);
});

async function write({ format, extension, options, language }: DocumentTask): Promise<DocumentReply> {
  try {
    const writer = documentWriterFor(getDocument(format), extension);
    const bytes = await writer(new Project(records), { ...options, translator: await loadTranslator(language) });
    // Copied, because the bytes may be part of a larger buffer, which would be sent completely.
    return { bytes: new Uint8Array(bytes) };
  } catch (error) {
    return error instanceof Problem ? { problem: error.serialize() } : { failure: describeError(error) };
  }
}

function reply(result: DocumentReply): void {
  parentPort?.postMessage(result, 'bytes' in result ? [result.bytes.buffer] : []);
  parentPort?.close();
}
