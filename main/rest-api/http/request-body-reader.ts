/**
 * Reads the bytes of a request, up to a limit. `abort` rejects pending reads. The rest of a rejected request is drained, because many
 * clients only read the response after they have sent the whole body.
 */
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';

/** Milliseconds for which the rest of a rejected request is read. */
const drainTimeout = 20_000;

export class RequestBodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #limit: number;
  #bytes = 0;
  #ended = false;
  #stopped: { readonly error: unknown } | undefined;
  #stallTimeout: number | undefined;
  #wake: ((error: unknown) => void) | undefined;

  constructor(request: Request, limit: number) {
    this.#reader = request.body?.getReader();
    this.#limit = limit;
    if (Number(request.headers.get('content-length') ?? 0) > limit) this.abort(uploadTooLargeProblem(limit));
  }

  /** Rejects all pending and later reads with the error. Only the first call has an effect. */
  abort(error: unknown): void {
    this.#stopped ??= { error };
    this.#wake?.(this.#stopped.error);
  }

  /** From this call on, a read is rejected if no byte arrives within this time in milliseconds. */
  limitStalls(timeout: number): void {
    this.#stallTimeout = timeout;
  }

  /** Undefined at the end. Throws the error of `abort`, a 413, or a 400 if the client has disconnected. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#ended || !this.#reader) return undefined;
    const stalled = () => this.abort(new Problem('tooSlow', message('problem.rest.requestTooSlow')));
    const timer = this.#stallTimeout === undefined ? undefined : setTimeout(stalled, this.#stallTimeout);
    const { done, value } = await this.waitFor(this.#read(this.#reader)).finally(() => clearTimeout(timer));
    if (done) this.#ended = true;
    this.#bytes += value?.byteLength ?? 0;
    if (this.#bytes > this.#limit) throw uploadTooLargeProblem(this.#limit);
    return value;
  }

  /** Waits for a promise; `abort` also interrupts this. Only one wait is possible at a time. */
  waitFor<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#wake = reject;
      work.then(resolve, reject);
      if (this.#stopped) reject(this.#stopped.error);
    });
  }

  /** Reads for a limited time. A client that sends nothing or never ends is disconnected. */
  async drain(): Promise<void> {
    const reader = this.#reader;
    if (!reader || this.#ended) return;
    const timer = setTimeout(() => this.cancel(), drainTimeout);
    try {
      while (this.#bytes <= this.#limit) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#bytes += value.byteLength;
      }
    } catch {
      // The client has disconnected.
    }
    clearTimeout(timer);
    this.cancel();
  }

  /** Stops immediately, because an idle client may never send more. */
  cancel(): void {
    void this.#reader?.cancel().catch(() => undefined);
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>) {
    try {
      return await reader.read();
    } catch {
      this.#ended = true;
      throw invalidFieldProblem('file', message('fault.request.incomplete'));
    }
  }
}

function uploadTooLargeProblem(limit: number): Problem {
  const text = message('problem.rest.uploadTooLarge', { megabytes: limit / 1024 ** 2 });
  return new Problem('tooLarge', text, { errors: { file: text } });
}
