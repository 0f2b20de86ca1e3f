/** Runs one part of a script under two profiles with sample values of its variables, to show a writer where they differ. */
import type { Project } from '../model/project.ts';
import { richTextToPlainText } from '../rich-text/plain-text.ts';
import { findReferencedNames } from '../script/referenced-names.ts';
import type { ScriptPart } from '../script/script-hazards.ts';
import type { ScriptProfile } from '../script/script-profile.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { findVariableByName, type PlayVariable, readVariable } from './play-memory.ts';
import { PlayOutput } from './play-output.ts';
import { createScriptCache, GameStoppedError, runProgram, runReportingErrors } from './run-content.ts';
import { formatScriptValue, fromPlainValue, isTruthy, type PlainValue, type ScriptValue } from './script-value.ts';
import { valueInNextElement } from './stored-variables.ts';

/** A part as each profile parses it. */
interface ComparedPart {
  readonly part: ScriptPart;
  readonly profile: ScriptProfile;
}
/** Null: an error. `values` are the variables that differ from the start of the story. */
interface ProfileDifference {
  readonly inTaleport: string | null;
  readonly inGame: string | null;
  readonly values: readonly string[];
}

const samples: Readonly<Record<PlayVariable['type'], readonly PlainValue[]>> = {
  integer: [0, 1, -1, 7],
  float: [0.5, -1, 2.5],
  string: ['', 'a'],
  boolean: [true, false],
};
const maxTrials = 150;
/** Neither a half nor a tenth, so that few multiples of it are whole. */
const sampleDie = 0.37;

/** The first sample for which the results differ; undefined if none does. */
export function findProfileDifference(project: Project, inTaleport: ComparedPart, inGame: ComparedPart): ProfileDifference | undefined {
  const script = inGame.part.type === 'statement' ? [inGame.part.statement] : inGame.part.condition;
  const variables = findReferencedNames(script).variables.flatMap(({ scope, name }) => findVariableByName(project, scope, name) ?? []);
  let trials = 0;
  for (const values of sampleValues(variables)) {
    if (++trials > maxTrials) return undefined;
    const [one, two] = [runPart(project, inTaleport, values), runPart(project, inGame, values)];
    if (one !== two)
      return { inTaleport: one, inGame: two, values: [...values].map(([{ name }, value]) => `${name} = ${JSON.stringify(value)}`) };
  }
  return undefined;
}

/** What a sample makes of an assignment in Taleport, where the game would stop with it; undefined if no sample stops the game. */
export function findStoppingValue(project: Project, inTaleport: ComparedPart, inGame: ComparedPart): string | undefined {
  const script = inGame.part.type === 'statement' ? [inGame.part.statement] : inGame.part.condition;
  const variables = findReferencedNames(script).variables.flatMap(({ scope, name }) => findVariableByName(project, scope, name) ?? []);
  let trials = 0;
  for (const values of sampleValues(variables)) {
    if (++trials > maxTrials) return undefined;
    const value = runPart(project, inTaleport, values);
    if (value !== null && runPart(project, inGame, values) === null) return value;
  }
  return undefined;
}

/** First the values at the start of the story, then samples of all variables. */
function* sampleValues(variables: readonly PlayVariable[]): Generator<ReadonlyMap<PlayVariable, PlainValue>> {
  const [first, ...rest] = variables;
  if (!first) {
    yield new Map();
    return;
  }
  for (const others of sampleValues(rest)) {
    yield others;
    for (const value of samples[first.type]) yield new Map([[first, value], ...others]);
  }
}

/** The value that a variable has in the next element. A text has quotation marks where it may be confused with another value. */
function describeAssigned(assigned: ScriptValue, variable: PlayVariable, profile: ScriptProfile): string | null {
  const value = valueInNextElement(assigned, variable, profile);
  if (value === null) return null;
  const text = formatScriptValue(value, profile);
  const isUnusual = typeof value === 'string' && (variable.type !== 'string' || typeof assigned !== 'string');
  return isUnusual ? JSON.stringify(text) : text;
}

/** What is shown, the value that is assigned, or the truth of a condition; null after an error. */
function runPart(
  project: Project,
  { part, profile: gameProfile }: ComparedPart,
  values: ReadonlyMap<PlayVariable, PlainValue>,
): string | null {
  // That a value is lost is no difference of the script.
  const profile = gameProfile.floatVariables === 'uninitialized' ? { ...gameProfile, floatVariables: 'inert' as const } : gameProfile;
  const memory = {
    values: new Map<string, ScriptValue>([...values].map(([{ id, type }, value]) => [id, fromPlainValue(value, type)])),
    // The element itself is being visited.
    visits: new Map([['', 1]]),
  };
  const evaluation = { project, profile, memory, elementId: '', field: 'content' as const, random: () => sampleDie };
  let hasFailed = false;
  const report = () => {
    hasFailed = true;
  };
  const output = new PlayOutput(profile);
  let result = '';
  try {
    if (part.type === 'condition')
      runReportingErrors({ evaluation, report }, () => {
        result = String(isTruthy(evaluateExpression(part.condition, evaluation), profile));
      });
    else runProgram([part.statement], { evaluation, scriptCache: createScriptCache(profile), output, report });
  } catch (error) {
    if (!(error instanceof GameStoppedError)) throw error;
  }
  if (hasFailed) return null;
  if (part.type === 'statement' && part.statement.type === 'assign') {
    const { scope, name } = part.statement.variable;
    const target = findVariableByName(project, scope, name);
    return target ? describeAssigned(readVariable(memory, target, profile), target, profile) : null;
  }
  return part.type === 'condition' ? result : richTextToPlainText(output.toHtml());
}
