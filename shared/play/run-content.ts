/** Runs the scripts of a content or a label: updates the state of the play and produces the text. A statement that fails is reported and skipped. */

import { message } from '../messages/message.ts';
import { parseBlocks } from '../rich-text/blocks.ts';
import { isBlockElement, serializeNodes } from '../rich-text/rich-text-tree.ts';
import { type ParsedCondition, type ParsedContent, parseCondition, parseContent } from '../script/parse-content.ts';
import { findReferencedNames } from '../script/referenced-names.ts';
import type { ScriptDiagnostic } from '../script/script-diagnostic.ts';
import type { ScriptProfile } from '../script/script-profile.ts';
import type { Expression, FunctionCall, Program, Statement } from '../script/syntax.ts';
import { type EvaluationContext, evaluateExpression, readExistingValue, resolveVariable } from './evaluate-expression.ts';
import { findVariableById, listVariables, type PlayMemory, type PlayVariable } from './play-memory.ts';
import type { PlayOutput } from './play-output.ts';
import { calculate, formatScriptValue, isFatalHazard, isTruthy, ScriptRuntimeError, type ScriptValue } from './script-value.ts';

/** Caches parsed scripts by their text. */
export interface ScriptCache {
  parseContent(html: string): ParsedContent;
  parseCondition(script: string): ParsedCondition;
}

/** The size of the cache. */
const maxCachedTexts = 50_000;

/** A script is parsed by the grammar of one profile. */
export function createScriptCache(profile: ScriptProfile): ScriptCache {
  const contents = new Map<string, ParsedContent>();
  const conditions = new Map<string, ParsedCondition>();
  return {
    parseContent: (html) => getOrParse(contents, html, (text) => parseContent(text, profile)),
    parseCondition: (script) => getOrParse(conditions, script, (text) => parseCondition(text, profile)),
  };
}

function getOrParse<T>(cache: Map<string, T>, text: string, parse: (text: string) => T): T {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= maxCachedTexts) cache.clear();
  const parsed = parse(text);
  cache.set(text, parsed);
  return parsed;
}

interface Reporting {
  readonly evaluation: Pick<EvaluationContext, 'profile'>;
  readonly report: (diagnostic: ScriptDiagnostic) => void;
}

interface RunContext {
  readonly evaluation: EvaluationContext;
  readonly scriptCache: ScriptCache;
  /** null if only the changes to the state matter. */
  readonly output: PlayOutput | null;
  readonly report: (diagnostic: ScriptDiagnostic) => void;
}

/** Thrown if the profile stops at an error, which has been reported. */
export class GameStoppedError extends Error {}

/**
 * [Scripts] Runs a content. If it does not parse, its texts are output and nothing runs. Throws a GameStoppedError if the profile stops at an error:
 * its interpreters look up all names before anything runs.
 */
export function runContent(html: string, context: RunContext): void {
  const parsed = context.scriptCache.parseContent(html);
  const stops = context.evaluation.profile.afterError === 'stop';
  if (parsed.ok) {
    if (stops) runReportingErrors(context, () => assertNamesExist(parsed.program, context.evaluation));
    runProgram(parsed.program, context);
    return;
  }
  for (const diagnostic of parsed.diagnostics) context.report(diagnostic);
  if (stops) throw new GameStoppedError();
  if (context.output === null) return;
  for (const block of parseBlocks(html))
    if (block.type === 'text') context.output.addText(toBlockHtml(serializeNodes(block.nodes), block.nodes.some(isBlockElement)));
}

const toBlockHtml = (html: string, isWhole: boolean): string => (isWhole ? html : `<p>${html}</p>`);

export function runProgram(program: Program, context: RunContext): void {
  const { output, evaluation } = context;
  const { profile } = evaluation;
  for (const part of program) {
    if (part.type === 'text') output?.addText(part.html);
    else if (part.type === 'quotation') {
      if (output) output.addQuotation(() => runProgram(part.body, context));
      else runProgram(part.body, context);
    } else {
      output?.markScript();
      const chosen = runReportingErrors(context, () => runStatement(part, context));
      if (chosen !== 'elseif' || profile.textAfterElseIf === 'continuesParagraph') output?.markScript();
    }
  }
}

/** Throws a ScriptRuntimeError for the first name of a variable or element that does not exist. */
export function assertNamesExist(script: Program | Expression, { project }: EvaluationContext): void {
  const { variables, mentions } = findReferencedNames(script);
  for (const variable of variables) resolveVariable(variable, { project });
  const missingElement = mentions.find(({ id }) => !project.find('element', id));
  if (missingElement) throw new ScriptRuntimeError(message('script.run.elementGone', { name: missingElement.label }), missingElement.at);
}

/** Reports an error with its position. Then the failed statement is skipped and the story continues, or a GameStoppedError is thrown: as the profile says. */
export function runReportingErrors<T>({ report, evaluation: { profile } }: Reporting, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ScriptRuntimeError)) throw error;
    report({ message: error.text, ...error.position });
    if (profile.afterError === 'stop') throw new GameStoppedError();
    return undefined;
  }
}

/** `elseif`: a branch was run that is neither the first one nor `else`. */
function runStatement(statement: Statement, context: RunContext): 'elseif' | undefined {
  if (statement.type === 'choose') return runChoice(statement, context);
  if (statement.type === 'call') runCall(statement, context);
  else runAssignment(statement, context);
  return undefined;
}

function runChoice({ branches, otherwise }: Extract<Statement, { type: 'choose' }>, context: RunContext): 'elseif' | undefined {
  const chosen = branches.findIndex(({ condition }) =>
    runReportingErrors(context, () => isTruthy(evaluateExpression(condition, context.evaluation), context.evaluation.profile)),
  );
  runProgram(branches[chosen]?.body ?? otherwise ?? [], context);
  return chosen > 0 ? 'elseif' : undefined;
}

function runAssignment(statement: Extract<Statement, { type: 'assign' }>, { evaluation }: RunContext): void {
  const target = resolveVariable(statement.variable, evaluation);
  const value = evaluateExpression(statement.value, evaluation);
  const { memory, profile } = evaluation;
  // A value that is only replaced need not be there.
  const before = statement.operator === '=' ? value : readExistingValue(statement.variable, evaluation);
  memory.values.set(target.id, applyAssignment(statement, before, value, profile));
}

const operatorOfAssignment = { '+=': '+', '-=': '-', '*=': '*', '/=': '/', '%=': '%' } as const;

function applyAssignment(
  { operator, at }: Extract<Statement, { type: 'assign' }>,
  before: ScriptValue,
  value: ScriptValue,
  profile: ScriptProfile,
): ScriptValue {
  if (operator === '=') return value;
  const appendsNumber = typeof before === 'string' && typeof value !== 'string';
  if (operator === '+=' && appendsNumber && isFatalHazard(profile, 'numberAppendedToText'))
    throw new ScriptRuntimeError(message('script.run.numberAppendedToText'), at);
  return calculate(operatorOfAssignment[operator], before, value, at, profile);
}

function runCall({ name, arguments: list, at }: FunctionCall, { evaluation, output }: RunContext): void {
  const { memory, profile } = evaluation;
  const named = () => list.flatMap((each) => (each.type === 'variable' ? [resolveVariable(each.variable, evaluation)] : []));
  if (name === 'show') {
    const text = list
      .map((each) => (each.type === 'mention' ? each.label : formatScriptValue(evaluateExpression(each, evaluation), profile)))
      .join('');
    output?.appendText(profile.escapes === 'whenShown' ? replaceEscapesInTurn(text) : text);
  } else if (name === 'reset') resetVariables(named(), memory, profile);
  else if (name === 'resetAll') {
    if (list.length === 0 && isFatalHazard(profile, 'resetAllWithoutVariables'))
      throw new ScriptRuntimeError(message('script.run.resetAllWithoutVariables'), at);
    const retainedIds = new Set(named().map(({ id }) => id));
    const variables = profile.resetVariables === 'inertUntilNextElement' ? listVariables(evaluation.project) : changedVariables(evaluation);
    resetVariables(
      variables.filter(({ id }) => !retainedIds.has(id)),
      memory,
      profile,
    );
  } else if (name === 'resetVisits') memory.visits.clear();
}

const changedVariables = ({ project, memory }: EvaluationContext): PlayVariable[] =>
  [...memory.values.keys()].flatMap((id) => findVariableById(project, id) ?? []);

function resetVariables(variables: readonly PlayVariable[], { values }: PlayMemory, profile: ScriptProfile): void {
  for (const { id, initialValue } of variables) {
    if (profile.resetVariables === 'inertUntilNextElement') values.set(id, { type: 'inert', shown: initialValue });
    else values.delete(id);
  }
}

/** In the order in which the published interpreters replace them: `\\b` becomes a backslash and a backspace. */
const shownEscapes = [
  ['\\a', '\x07'],
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['\\v', '\v'],
  ["\\'", "'"],
  ['\\"', '"'],
  ['\\\\', '\\'],
] as const;

const replaceEscapesInTurn = (text: string): string =>
  shownEscapes.reduce((before, [written, character]) => before.replaceAll(written, character), text);
