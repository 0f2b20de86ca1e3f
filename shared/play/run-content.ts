/** Runs the scripts of a content or a label: changes what the play remembers and makes the text. A statement that fails is told and left out. */

import { parseBlocks } from '../rich-text/blocks.ts';
import { isBlockElement, serializeNodes } from '../rich-text/rich-text-tree.ts';
import { type ParsedCondition, type ParsedContent, parseCondition, parseContent } from '../script/parse-content.ts';
import type { ScriptDiagnostic } from '../script/script-diagnostic.ts';
import type { FunctionCall, Program, Statement } from '../script/syntax.ts';
import { type EvaluationContext, evaluateExpression, resolveVariable } from './evaluate-expression.ts';
import type { PlayOutput } from './play-output.ts';
import { calculate, isTruthy, ScriptRuntimeError, type ScriptValue } from './script-value.ts';

/** Scripts are parsed once as long as their text stays. */
export interface ScriptCache {
  parseContent(html: string): ParsedContent;
  parseCondition(script: string): ParsedCondition;
}

/** So many texts are kept parsed. */
const MAX_CACHED_TEXTS = 50_000;

export function createScriptCache(): ScriptCache {
  const contents = new Map<string, ParsedContent>();
  const conditions = new Map<string, ParsedCondition>();
  return {
    parseContent: (html) => getOrParse(contents, html, parseContent),
    parseCondition: (script) => getOrParse(conditions, script, parseCondition),
  };
}

function getOrParse<T>(kept: Map<string, T>, text: string, parse: (text: string) => T): T {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size >= MAX_CACHED_TEXTS) kept.clear();
  const parsed = parse(text);
  kept.set(text, parsed);
  return parsed;
}

export interface RunContext {
  readonly evaluation: EvaluationContext;
  readonly scriptCache: ScriptCache;
  /** null where only what the scripts change counts. */
  readonly output: PlayOutput | null;
  readonly report: (fault: ScriptDiagnostic) => void;
}

/** [Scripts] Runs a content. One that does not parse gives its texts without running anything. */
export function runContent(html: string, running: RunContext): void {
  const parsed = running.scriptCache.parseContent(html);
  if (parsed.ok) {
    runProgram(parsed.program, running);
    return;
  }
  for (const fault of parsed.diagnostics) running.report(fault);
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

/** A fault says where; what it stopped is left out and the story goes on. */
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
  const given = evaluateExpression(statement.value, evaluation);
  evaluation.memory.values.set(
    target.id,
    applyAssignment(statement, evaluation.memory.values.get(target.id) ?? target.initialValue, given),
  );
}

function applyAssignment({ operator, at }: Extract<Statement, { type: 'assign' }>, before: ScriptValue, given: ScriptValue): ScriptValue {
  if (operator === '=') return given;
  const sign = operator === '+=' ? '+' : operator === '-=' ? '-' : operator === '*=' ? '*' : operator === '/=' ? '/' : '%';
  return calculate(sign, before, given, at);
}

function runCall({ name, arguments: list }: FunctionCall, { evaluation, output }: RunContext): void {
  const { memory } = evaluation;
  const named = () => list.flatMap((each) => (each.type === 'variable' ? [resolveVariable(each.variable, evaluation)] : []));
  if (name === 'show') {
    const words = list.map((each) => (each.type === 'mention' ? each.label : String(evaluateExpression(each, evaluation)))).join('');
    output?.appendText(words);
  } else if (name === 'reset') for (const { id } of named()) memory.values.delete(id);
  else if (name === 'resetAll') {
    const kept = new Set(named().map(({ id }) => id));
    for (const id of [...memory.values.keys()]) if (!kept.has(id)) memory.values.delete(id);
  } else if (name === 'resetVisits') memory.visits.clear();
}
