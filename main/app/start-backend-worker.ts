/**
 * Starts the worker thread of the backend. This module does not load the schemas of the worker's messages, which take long to create, so
 * that the window opens sooner.
 */
import { Worker } from 'node:worker_threads';
import { recordRemovedLog } from '../engine/storage/removed-log.ts';
import type { BackendWorkerData } from './worker-messages.ts';

/**
 * By default, the memory for new objects of a thread grows to twice as much during an import. That is several times the size of a small
 * story's file, and it is not faster ([0360](../../docs/adr/0360-less-memory-for-new-objects.md)).
 */
const backendMemoryLimits = { maxYoungGenerationSizeMb: 48 };

/** `file` is the script of the worker. */
export function startBackendWorker(file: string | URL, data: BackendWorkerData): Worker {
  const worker = new Worker(file, { workerData: data, resourceLimits: backendMemoryLimits });
  // Registered before the listeners of the caller, which may open the data folder again.
  worker.once('exit', () => recordRemovedLog(data.dataFolder));
  return worker;
}
