/**
 * The calls of other processes that run on the backend in this one. Each is answered once, even if the process ends before the call does.
 */
import type { Backend } from '../../shared/contracts/ipc/backend.ts';
import { type CallResult, toFailedResult } from '../../shared/contracts/ipc/call-types.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { waitWithTimeout } from '../platform/timer.ts';
import { InstanceClosedError } from './instance-client.ts';

interface PeerCall {
  readonly name: string;
  readonly input: unknown;
  /** Aborted when the other process disconnects. */
  readonly clientSignal: AbortSignal;
}

export class RunningCalls {
  readonly #backend: Promise<Backend>;
  /** A function for each running call that answers it as interrupted. */
  readonly #interrupts = new Map<Promise<void>, () => void>();

  /** Calls that arrive before the backend is open wait for it. */
  constructor(backend: Promise<Backend>) {
    this.#backend = backend;
  }

  run({ name, input, clientSignal }: PeerCall, answer: (result: CallResult) => void): void {
    let isAnswered = false;
    const answerOnce = (result: CallResult): void => {
      if (!isAnswered) answer(result);
      isAnswered = true;
    };
    const done = this.#backend
      .then((open) => open.call(name, input, clientSignal))
      .then(answerOnce, (error) =>
        answerOnce(toFailedResult(error instanceof InstanceClosedError ? interruptedProblem() : Problem.from(error))),
      )
      .finally(() => this.#interrupts.delete(done));
    this.#interrupts.set(done, () => answerOnce(toFailedResult(interruptedProblem())));
  }

  /** Waits up to `wait` milliseconds for the running calls. Any others are answered with a Problem `busy`. */
  async finish(wait: number): Promise<void> {
    await waitWithTimeout(wait, Promise.all(this.#interrupts.keys()));
    for (const interrupt of this.#interrupts.values()) interrupt();
  }
}

const interruptedProblem = (): Problem => new Problem('busy', message('problem.instance.endedEarly'));
