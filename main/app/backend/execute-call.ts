/** Executes calls of shared/contracts/ipc/calls.ts, and turns errors into results. */
import {
  type BackendHandlers,
  type CallInput,
  type CallName,
  type CallResult,
  isDataFolderCallName,
  isDesktopCallName,
  toFailedResult,
} from '../../../shared/contracts/ipc/call-types.ts';
import { calls } from '../../../shared/contracts/ipc/calls.ts';
import { parseCallName, parseInput } from '../../../shared/contracts/ipc/parse-call.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import { describeError } from '../../platform/errors.ts';

interface IncomingCall {
  readonly name: string;
  readonly input: unknown;
  /** Aborted when the caller stops waiting for the result. */
  readonly clientSignal: AbortSignal | undefined;
}

export const executeCall = (handlers: BackendHandlers, call: IncomingCall, log: (line: string) => void): Promise<CallResult> =>
  toCallResult(call.name, log, () => runHandler(handlers, call));

/** Never rejects: a Problem becomes the result. Any other error is a bug, which is logged with its stack and reported without details. */
export async function toCallResult(name: string, log: (line: string) => void, work: () => Promise<unknown>): Promise<CallResult> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!(error instanceof Problem)) log(`${name} failed: ${describeError(error)}`);
    return toFailedResult(Problem.from(error));
  }
}

async function runHandler(handlers: BackendHandlers, { name, input, clientSignal }: IncomingCall): Promise<unknown> {
  const known = parseCallName(calls, name);
  if (known === 'app.info' || isDesktopCallName(known) || isDataFolderCallName(known))
    throw new Problem('unsupported', message('problem.app.callForWindow', { known }));
  // The input was parsed by the schema of this call, so its handler accepts it.
  const handler = handlers[known] as (input: unknown, clientSignal?: AbortSignal) => unknown;
  return handler(parseCallInput(known, input), clientSignal);
}

/** Throws a Problem `invalid` with all errors by field path. */
export const parseCallInput = <N extends CallName>(name: N, input: unknown): CallInput<N> =>
  // The schema is the one of this call, but the lookup by name loses its type.
  parseInput(calls[name].input, input) as CallInput<N>;
