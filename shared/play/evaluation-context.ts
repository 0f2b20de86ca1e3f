/** The surroundings of a running script, and the lookup of the variables it names. */
import { message } from '../messages/message.ts';
import type { Project } from '../model/project.ts';
import type { ScriptProfile } from '../script/script-profile.ts';
import type { SourcePosition, VariableReference } from '../script/syntax.ts';
import { findVariableByName, type PlayMemory, type PlayVariable } from './play-memory.ts';
import { ScriptRuntimeError } from './script-value.ts';

/** What a script reads while it runs: the variables and visits so far, and which element is played. */
export interface EvaluationContext {
  readonly project: Project;
  readonly profile: ScriptProfile;
  readonly memory: PlayMemory;
  readonly elementId: string;
  /** Where the script is: some interpreters cannot access the element outside of its content. */
  readonly field: 'content' | 'label' | 'script';
  /** A random number from 0 to below 1. */
  readonly random: () => number;
}

/** [Scripts] Looks up a variable by name. Throws a ScriptRuntimeError if there is none. */
export function resolveVariable({ scope, name, at }: VariableReference, { project }: Pick<EvaluationContext, 'project'>): PlayVariable {
  const found = findVariableByName(project, scope, name);
  if (found) return found;
  throw unknownVariableError(scope, name, at);
}

const unknownVariableError = (scope: string | null, name: string, at: SourcePosition): ScriptRuntimeError =>
  new ScriptRuntimeError(message('script.unknownVariable', { name: scope === null ? name : `${scope}.${name}` }), at);
