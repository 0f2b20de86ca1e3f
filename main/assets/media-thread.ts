/**
 * Reads media in a thread that is stopped when it takes too long or too much memory: the parsers read files that anyone may have made, and a few
 * kilobytes keep some of them busy for minutes ([ADR 0600](../../docs/adr/0600-media-are-probed-within-bounds.md)).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { errorCodeOf } from '../platform/errors.ts';
import { workerScriptUrl } from '../platform/worker-script-url.ts';
import type { MediaReading } from './read-media.ts';

/** The messages from the thread. What was detected counts if the thread is stopped before it has a reading. */
export type MediaReply =
  | { readonly isReady: true }
  | { readonly detected: MediaReading }
  | { readonly reading: MediaReading }
  | { readonly failure: { readonly message: string; readonly code: string | null } };

interface MediaThreadOptions {
  readonly script?: URL;
  /** What a file may take of the time of the processor, in milliseconds. */
  readonly processorTime?: number;
}

/** A thread that waits for a processor or a disk is stopped, too, but later. In milliseconds. */
const maxElapsedTime = 10_000;
/** The share of the processor that a thread has on a busy computer. */
const assumedShare = 0.2;
/** A thread starts in 100 to 200 ms, so it is kept for the next file for a while, in milliseconds. */
const idleTime = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
const nothingDetected: MediaReading = { unusable: null, mime: null, tracks: [], dimensions: null, duration: null };

export class MediaThread {
  readonly #script: URL;
  readonly #processorTime: number;
  #thread: RunningThread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  /** One file at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ script, processorTime = 200 }: MediaThreadOptions = {}) {
    this.#script = script ?? workerScriptUrl(import.meta.url, { source: './media-worker.ts', built: 'media.js' });
    this.#processorTime = processorTime;
  }

  /** If the thread had to be stopped, what it had detected until then. Rejects with the errors of the disk. */
  read(path: string): Promise<MediaReading> {
    const reading = this.#last.then(() => this.#readNow(path));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  async #readNow(path: string): Promise<MediaReading> {
    clearTimeout(this.#idleTimer);
    if (!this.#thread || this.#thread.hasEnded) this.#thread = new RunningThread(this.#script);
    const thread = this.#thread;
    try {
      return await thread.read(path, this.#processorTime);
    } finally {
      this.#idleTimer = setTimeout(() => thread.stop(), idleTime).unref();
    }
  }
}

class RunningThread {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  #pending: PendingReading | undefined;
  #hasEnded = false;

  constructor(script: URL) {
    this.#worker = new Worker(script, { resourceLimits });
    this.#worker.on('message', (reply: MediaReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The thread that reads media ended')));
    this.#ready.promise.catch(() => undefined);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  async read(path: string, processorTime: number): Promise<MediaReading> {
    this.#worker.ref();
    try {
      await this.#ready.promise;
      const pending: PendingReading = { ...Promise.withResolvers<MediaReading>(), detected: nothingDetected };
      this.#pending = pending;
      this.#worker.postMessage(path);
      void this.#limitTime(pending, processorTime);
      return await pending.promise;
    } finally {
      this.#pending = undefined;
      this.#worker.unref();
    }
  }

  stop(): void {
    this.#hasEnded = true;
    void this.#worker.terminate();
  }

  #receive(reply: MediaReply): void {
    if ('isReady' in reply) this.#ready.resolve();
    else if ('detected' in reply && this.#pending) this.#pending.detected = reply.detected;
    else if ('reading' in reply) this.#pending?.resolve(reply.reading);
    else if ('failure' in reply) this.#pending?.reject(Object.assign(new Error(reply.failure.message), { code: reply.failure.code }));
  }

  #end(error: Error): void {
    this.#hasEnded = true;
    this.#ready.reject(error);
    if (errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') this.#pending?.resolve(this.#pending.detected);
    else this.#pending?.reject(error);
  }

  /** A busy computer must not decide what is known about a file, so the time counts that the thread has used. */
  async #limitTime(pending: PendingReading, limit: number): Promise<void> {
    const start = performance.now();
    const usedBefore = await this.#processorTime();
    for (let used = 0; used < limit && performance.now() - start < maxElapsedTime; ) {
      await wait(Math.max(20, limit - used), undefined, { ref: false });
      if (this.#pending !== pending) return;
      // A thread in native code does not answer.
      const usedNow = await Promise.race([this.#processorTime(), wait(limit, undefined, { ref: false })]);
      const isKnown = usedBefore !== undefined && usedNow !== undefined;
      used = isKnown ? usedNow - usedBefore : (performance.now() - start) * assumedShare;
    }
    if (this.#pending !== pending) return;
    this.stop();
    pending.resolve(pending.detected);
  }

  /** In milliseconds; undefined if it is unknown: Node before 24.6 does not report it. */
  async #processorTime(): Promise<number | undefined> {
    if (!('cpuUsage' in this.#worker)) return undefined;
    const usage = await this.#worker.cpuUsage().catch(() => undefined);
    return usage && (usage.user + usage.system) / 1000;
  }
}

interface PendingReading {
  detected: MediaReading;
  readonly resolve: (reading: MediaReading) => void;
  readonly reject: (error: Error) => void;
  readonly promise: Promise<MediaReading>;
}
