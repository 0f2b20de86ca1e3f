/** Parses calls by their schemas (shared/contracts/ipc/calls.ts). */

import type { CallInput, CallName } from '../../shared/contracts/ipc/call-types.ts';
import { calls } from '../../shared/contracts/ipc/calls.ts';
import { parseWithFaults } from '../../shared/contracts/schema-issues.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type FieldErrors, invalidInputProblem, Problem } from '../../shared/problem.ts';

export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);

/** Throws a Problem `unsupported` for an unknown name. */
export function parseCallName(name: string): CallName {
  if (isCallName(name)) return name;
  throw new Problem('unsupported', message('problem.app.unknownCall', { name: name.slice(0, 80) }));
}

/** Throws a Problem `invalid` with all errors by field path. */
export function parseCallInput<N extends CallName>(name: N, input: unknown): CallInput<N> {
  const parsed = parseWithFaults(calls[name].input, input, 'input');
  if (!parsed.success) throw invalidInputProblem(firstFaults(parsed.faults));
  // The schema is the one of this call, but the lookup by name loses its type.
  return parsed.data as CallInput<N>;
}

/** The first fault of each path. */
function firstFaults(faults: readonly (readonly [path: string, fault: Message])[]): FieldErrors {
  const first: Record<string, Message> = {};
  for (const [path, fault] of faults) first[path] ??= fault;
  return first;
}
