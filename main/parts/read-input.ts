/** Reads what came from outside by the schema of its call (shared/ipc/calls.ts); every fault is said by its field path. */
import type { z } from 'zod';
import type { CallName, Input } from '../../shared/ipc/ask.ts';
import { calls } from '../../shared/ipc/calls.ts';
import { Problem } from '../../shared/problem.ts';

export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);

/** The name of a call, or a Problem `unsupported`. */
export function readCallName(name: string): CallName {
  if (isCallName(name)) return name;
  throw new Problem('unsupported', `There is no call ${name.slice(0, 80)}.`);
}

export function readInput<N extends CallName>(name: N, input: unknown): Input<N> {
  const parsed = calls[name].input.safeParse(input);
  if (!parsed.success) throw new Problem('invalid', sentenceOf(faultsOf(parsed.error)), { errors: faultsOf(parsed.error) });
  return parsed.data as Input<N>;
}

function faultsOf(error: z.ZodError): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) faults[[...issue.path, key].join('.')] = 'is not known here';
    else faults[issue.path.join('.') || 'input'] ??= issue.message;
  }
  return faults;
}

const sentenceOf = (faults: Record<string, string>): string =>
  `${Object.entries(faults)
    .map(([path, message]) => `${path}: ${message}`)
    .join('; ')}.`.replace(/\.\.$/, '.');
