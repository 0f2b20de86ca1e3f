/**
 * The bytes of a request, up to a limit. Whoever waits for them can be woken by `stop`; what nobody wants any more is drained, so that
 * the answer finds the sender listening.
 */
import { invalidFieldProblem, Problem } from '../../../shared/problem.ts';

/** Milliseconds for which the rest of a refused request is read. */
const drainTimeout = 20_000;

export class RequestBodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #limit: number;
  #bytes = 0;
  #ended = false;
  #stopped: { readonly error: unknown } | undefined;
  #wake: ((error: unknown) => void) | undefined;

  constructor(request: Request, limit: number) {
    this.#reader = request.body?.getReader();
    this.#limit = limit;
    if (Number(request.headers.get('content-length') ?? 0) > limit) this.abort(uploadTooLargeProblem(limit));
  }

  /** From now on everyone who waits, and will wait, gets the error; the first one counts. */
  abort(error: unknown): void {
    this.#stopped ??= { error };
    this.#wake?.(this.#stopped.error);
  }

  /** Undefined at the end. Throws what `stop` was given, a 413, or a 400 when the sender has gone. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#ended || !this.#reader) return undefined;
    const { done, value } = await this.waitFor(this.#read(this.#reader));
    if (done) this.#ended = true;
    this.#bytes += value?.byteLength ?? 0;
    if (this.#bytes > this.#limit) throw uploadTooLargeProblem(this.#limit);
    return value;
  }

  /** Waits for something else, as interruptible as the bytes. One waits at a time. */
  waitFor<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#wake = reject;
      work.then(resolve, reject);
      if (this.#stopped) reject(this.#stopped.error);
    });
  }

  /** Within reason: a sender that says nothing or never ends is cut off. */
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
      // The sender has gone: there is nobody to be polite to.
    }
    clearTimeout(timer);
    this.cancel();
  }

  /** Without waiting for anything more: who says nothing may not answer to this either. */
  cancel(): void {
    void this.#reader?.cancel().catch(() => undefined);
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>) {
    try {
      return await reader.read();
    } catch {
      this.#ended = true;
      throw invalidFieldProblem('file', 'did not arrive as a whole');
    }
  }
}

function uploadTooLargeProblem(limit: number): Problem {
  const message = `The request is larger than ${limit / 1024 ** 2} MB, the most an upload may have.`;
  return new Problem('tooLarge', message, { errors: { file: message } });
}
