/** Runs the scripts of a content or a label: updates the state of the play and produces the text. A statement that fails is reported and skipped. */

import { parseBlocks } from '../rich-text/blocks.ts';
import { isBlockElement, serializeNodes } from '../rich-text/rich-text-tree.ts';
import { type ParsedCondition, type ParsedContent, parseCondition, parseContent } from '../script/parse-content.ts';
import type { ScriptDiagnostic } from '../script/script-diagnostic.ts';
import type { FunctionCall, Program, Statement } from '../script/syntax.ts';
import { type EvaluationContext, evaluateExpression, resolveVariable } from './evaluate-expression.ts';
import type { PlayOutput } from './play-output.ts';
import { calculate, isTruthy, ScriptRuntimeError, type ScriptValue } from './script-value.ts';

/** Caches parsed scripts by their text. */
export interface ScriptCache {
  parseContent(html: string): ParsedContent;
  parseCondition(script: string): ParsedCondition;
}

/** The size of the cache. */
const MAX_CACHED_TEXTS = 50_000;

export function createScriptCache(): ScriptCache {
  const contents = new Map<string, ParsedContent>();
  const conditions = new Map<string, ParsedCondition>();
  return {
    parseContent: (html) => getOrParse(contents, html, parseContent),
    parseCondition: (script) => getOrParse(conditions, script, parseCondition),
  };
}

function getOrParse<T>(cache: Map<string, T>, text: string, parse: (text: string) => T): T {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHED_TEXTS) cache.clear();
  const parsed = parse(text);
  cache.set(text, parsed);
  return parsed;
}

export interface RunContext {
  readonly evaluation: EvaluationContext;
  readonly scriptCache: ScriptCache;
  /** null if only the changes to the state matter. */
  readonly output: PlayOutput | null;
  readonly report: (diagnostic: ScriptDiagnostic) => void;
}

/** [Scripts] Runs a content. If it does not parse, its texts are output and nothing runs. */
export function runContent(html: string, running: RunContext): void {
  const parsed = running.scriptCache.parseContent(html);
  if (parsed.ok) {
    runProgram(parsed.program, running);
    return;
  }
  for (const diagnostic of parsed.diagnostics) running.report(diagnostic);
  if (running.output === null) return;
  for (const block of parseBlocks(html))
    if (block.type === 'text') running.output.addText(toBlockHtml(serializeNodes(block.nodes), block.nodes.some(isBlockElement)));
}

const toBlockHtml = (html: string, isWhole: boolean): string => (isWhole ? html : `<p>${html}</p>`);

function runProgram(program: Program, running: RunContext): void {
  const { output } = running;
  for (const part of program) {
    if (part.type === 'text') output?.addText(part.html);
    else if (part.type === 'quotation') {
      if (output) output.addQuotation(() => runProgram(part.body, running));
      else runProgram(part.body, running);
    } else {
      output?.markScript();
      runReportingErrors(running, () => runStatement(part, running));
      output?.markScript();
    }
  }
}

/** Reports an error with its position; the failed statement is skipped and the story continues. */
export function runReportingErrors<T>(running: Pick<RunContext, 'report'>, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ScriptRuntimeError)) throw error;
    running.report({ message: error.message, ...error.position });
    return undefined;
  }
}

function runStatement(statement: Statement, running: RunContext): void {
  const { evaluation } = running;
  if (statement.type === 'call') runCall(statement, running);
  else if (statement.type === 'assign') runAssignment(statement, running);
  else {
    const chosen = statement.branches.find(({ condition }) =>
      runReportingErrors(running, () => isTruthy(evaluateExpression(condition, evaluation))),
    );
    runProgram(chosen?.body ?? statement.otherwise ?? [], running);
  }
}

function runAssignment(statement: Extract<Statement, { type: 'assign' }>, { evaluation }: RunContext): void {
  const target = resolveVariable(statement.variable, evaluation);
  const value = evaluateExpression(statement.value, evaluation);
  evaluation.memory.values.set(
    target.id,
    applyAssignment(statement, evaluation.memory.values.get(target.id) ?? target.initialValue, value),
  );
}

const operatorOfAssignment = { '+=': '+', '-=': '-', '*=': '*', '/=': '/', '%=': '%' } as const;

function applyAssignment({ operator, at }: Extract<Statement, { type: 'assign' }>, before: ScriptValue, value: ScriptValue): ScriptValue {
  if (operator === '=') return value;
  return calculate(operatorOfAssignment[operator], before, value, at);
}

function runCall({ name, arguments: list }: FunctionCall, { evaluation, output }: RunContext): void {
  const { memory } = evaluation;
  const named = () => list.flatMap((each) => (each.type === 'variable' ? [resolveVariable(each.variable, evaluation)] : []));
  if (name === 'show') {
    const text = list.map((each) => (each.type === 'mention' ? each.label : String(evaluateExpression(each, evaluation)))).join('');
    output?.appendText(text);
  } else if (name === 'reset') for (const { id } of named()) memory.values.delete(id);
  else if (name === 'resetAll') {
    const kept = new Set(named().map(({ id }) => id));
    for (const id of [...memory.values.keys()]) if (!kept.has(id)) memory.values.delete(id);
  } else if (name === 'resetVisits') memory.visits.clear();
}
