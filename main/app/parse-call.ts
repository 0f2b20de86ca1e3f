/** Reads what came from outside by the schema of its call (shared/contracts/ipc/calls.ts); every fault is said by its field path. */

import type { z } from 'zod';
import type { CallInput, CallName } from '../../shared/contracts/ipc/call-types.ts';
import { calls } from '../../shared/contracts/ipc/calls.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';

export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);

/** The name of a call, or a Problem `unsupported`. */
export function parseCallName(name: string): CallName {
  if (isCallName(name)) return name;
  throw new Problem('unsupported', message('problem.app.unknownCall', { name: name.slice(0, 80) }));
}

export function parseCallInput<N extends CallName>(name: N, input: unknown): CallInput<N> {
  const parsed = calls[name].input.safeParse(input);
  if (!parsed.success) throw new Problem('invalid', formatErrors(errorsByPath(parsed.error)), { errors: errorsByPath(parsed.error) });
  return parsed.data as CallInput<N>;
}

function errorsByPath(error: z.ZodError): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) faults[[...issue.path, key].join('.')] = 'is not known here';
    else faults[issue.path.join('.') || 'input'] ??= issue.message;
  }
  return faults;
}

const formatErrors = (faults: Record<string, string>): string =>
  `${Object.entries(faults)
    .map(([path, message]) => `${path}: ${message}`)
    .join('; ')}.`.replace(/\.\.$/, '.');
