/** Runs a script with the interpreter of a profile, as the published interpreters were run for the recorded results: one element, entered twice. */
import { evaluateExpression } from '../../../shared/play/evaluate-expression.ts';
import { listVariables } from '../../../shared/play/play-memory.ts';
import { PlayOutput } from '../../../shared/play/play-output.ts';
import { assertNamesExist, createScriptCache, GameStoppedError, runContent } from '../../../shared/play/run-content.ts';
import { isTruthy, type PlainValue, ScriptRuntimeError, type ScriptValue } from '../../../shared/play/script-value.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { projectOf, record } from '../../story-records.ts';

export interface ScriptCase {
  readonly kind: 'content' | 'condition';
  readonly script: string;
}
/** `sets`: the variables whose values differ from the initial ones, with their types. */
export type ScriptOutcome =
  | { readonly throws: true }
  | { readonly shows: string; readonly sets: Readonly<Record<string, ScriptValue>> }
  | { readonly result: boolean };

type Variable = { readonly type: 'integer' | 'float' | 'string' | 'boolean'; readonly value: PlainValue };
const caseVariables: Readonly<Record<string, Variable>> = {
  i: { type: 'integer', value: 7 },
  n: { type: 'integer', value: -3 },
  z: { type: 'integer', value: 0 },
  f: { type: 'float', value: 2.5 },
  g: { type: 'float', value: 0.1 },
  h: { type: 'float', value: 4 },
  s: { type: 'string', value: 'abc' },
  e: { type: 'string', value: '' },
  t: { type: 'string', value: '5' },
  b: { type: 'boolean', value: true },
  c: { type: 'boolean', value: false },
};
const element = 'a0000000-0000-4000-8000-000000000001';
const other = 'a0000000-0000-4000-8000-000000000002';

const caseProject = projectOf(
  ...[element, other].map((id) => record('element', id, { boardId: 'board', x: 0, y: 0 })),
  ...Object.entries(caseVariables).map(([name, { type, value }]) => record('variable', `v-${name}`, { name, type, value })),
);

export function runCase({ kind, script }: ScriptCase, profile: ScriptProfile): ScriptOutcome {
  const project = caseProject;
  const memory = { values: new Map<string, ScriptValue>(), visits: new Map([[element, 2]]) };
  const scriptCache = createScriptCache(profile);
  // The interpreters were given the element for conditions, too.
  const evaluation = { project, profile, memory, elementId: element, field: 'content' as const, random: () => 0.5 };
  const errors: unknown[] = [];
  const output = new PlayOutput();
  try {
    if (kind === 'condition') {
      const parsed = scriptCache.parseCondition(script);
      if (!parsed.ok) return { throws: true };
      assertNamesExist(parsed.condition, evaluation);
      return { result: isTruthy(evaluateExpression(parsed.condition, evaluation), profile) };
    }
    runContent(script, { evaluation, scriptCache, output, report: (error) => errors.push(error) });
  } catch (error) {
    if (error instanceof GameStoppedError || error instanceof ScriptRuntimeError) return { throws: true };
    throw error;
  }
  // Taleport reports errors and continues.
  if (errors.length > 0) return { throws: true };
  const names = new Map(listVariables(project).map(({ id, name }) => [id, name]));
  return { shows: output.toHtml(), sets: Object.fromEntries([...memory.values].map(([id, value]) => [names.get(id), value])) };
}
