/** Starts the worker thread of the backend. Without the schemas of its messages, which take long to create: the window opens meanwhile. */
import { Worker } from 'node:worker_threads';
import { recordRemovedLog } from '../engine/storage/removed-log.ts';
import type { BackendWorkerData } from './worker-messages.ts';

/**
 * The default lets the memory for new objects of a thread grow to twice as much during an import, which is several times the file of a small story, and
 * is not faster ([0360](../../docs/adr/0360-less-memory-for-new-objects.md)).
 */
const backendMemoryLimits = { maxYoungGenerationSizeMb: 48 };

/** `file`: the script of the worker. */
export function startBackendWorker(file: string | URL, data: BackendWorkerData): Worker {
  const worker = new Worker(file, { workerData: data, resourceLimits: backendMemoryLimits });
  // Before the listeners of the caller, which may open the data folder again.
  worker.once('exit', () => recordRemovedLog(data.dataFolder));
  return worker;
}
