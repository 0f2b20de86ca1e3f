/** Runs the scripts of a content or a label: changes what the play remembers and makes the text. A statement that fails is told and left out. */

import { blocksOf } from '../rich-text/blocks.ts';
import { isBlock, writeNodes } from '../rich-text/tree.ts';
import type { ScriptFault } from '../script/fault.ts';
import { type ParsedCondition, type ParsedContent, parseCondition, parseContent } from '../script/parse-content.ts';
import type { Call, Program, Statement } from '../script/syntax.ts';
import { evaluate, type Surroundings, variable } from './expressions.ts';
import type { Output } from './output.ts';
import { calculate, isTrue, PlayError, type Value } from './values.ts';

/** Scripts are parsed once as long as their text stays. */
export interface Scripts {
  content(html: string): ParsedContent;
  condition(script: string): ParsedCondition;
}

/** So many texts are kept parsed. */
const MOST = 50_000;

export function parsedScripts(): Scripts {
  const contents = new Map<string, ParsedContent>();
  const conditions = new Map<string, ParsedCondition>();
  return { content: (html) => keep(contents, html, parseContent), condition: (script) => keep(conditions, script, parseCondition) };
}

function keep<T>(kept: Map<string, T>, text: string, parse: (text: string) => T): T {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size >= MOST) kept.clear();
  const parsed = parse(text);
  kept.set(text, parsed);
  return parsed;
}

export interface Running {
  readonly around: Surroundings;
  readonly scripts: Scripts;
  /** null where only what the scripts change counts. */
  readonly output: Output | null;
  readonly tell: (fault: ScriptFault) => void;
}

/** [Scripts] Runs a content. One that does not parse gives its texts without running anything. */
export function runContent(html: string, running: Running): void {
  const parsed = running.scripts.content(html);
  if (parsed.ok) {
    runProgram(parsed.program, running);
    return;
  }
  for (const fault of parsed.faults) running.tell(fault);
  if (running.output === null) return;
  for (const block of blocksOf(html))
    if (block.is === 'text') running.output.text(asBlock(writeNodes(block.nodes), block.nodes.some(isBlock)));
}

const asBlock = (html: string, isWhole: boolean): string => (isWhole ? html : `<p>${html}</p>`);

function runProgram(program: Program, running: Running): void {
  const { output } = running;
  for (const part of program) {
    if (part.is === 'text') output?.text(part.html);
    else if (part.is === 'quotation') {
      if (output) output.quotation(() => runProgram(part.body, running));
      else runProgram(part.body, running);
    } else {
      output?.script();
      attempt(running, () => runStatement(part, running));
      output?.script();
    }
  }
}

/** A fault says where; what it stopped is left out and the story goes on. */
export function attempt<T>(running: Pick<Running, 'tell'>, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    running.tell({ message: error.message, ...error.at });
    return undefined;
  }
}

function runStatement(statement: Statement, running: Running): void {
  const { around } = running;
  if (statement.is === 'call') runCall(statement, running);
  else if (statement.is === 'assign') assign(statement, running);
  else {
    const chosen = statement.branches.find(({ condition }) => attempt(running, () => isTrue(evaluate(condition, around))));
    runProgram(chosen?.body ?? statement.otherwise ?? [], running);
  }
}

function assign(statement: Extract<Statement, { is: 'assign' }>, { around }: Running): void {
  const target = variable(statement.variable, around);
  const given = evaluate(statement.value, around);
  around.memory.values.set(target.id, assigned(statement, around.memory.values.get(target.id) ?? target.initial, given));
}

function assigned({ operator, at }: Extract<Statement, { is: 'assign' }>, before: Value, given: Value): Value {
  if (operator === '=') return given;
  const sign = operator === '+=' ? '+' : operator === '-=' ? '-' : operator === '*=' ? '*' : operator === '/=' ? '/' : '%';
  return calculate(sign, before, given, at);
}

function runCall({ name, arguments: list }: Call, { around, output }: Running): void {
  const { memory } = around;
  const named = () => list.flatMap((each) => (each.is === 'variable' ? [variable(each.variable, around)] : []));
  if (name === 'show') {
    const words = list.map((each) => (each.is === 'mention' ? each.label : String(evaluate(each, around)))).join('');
    output?.show(words);
  } else if (name === 'reset') for (const { id } of named()) memory.values.delete(id);
  else if (name === 'resetAll') {
    const kept = new Set(named().map(({ id }) => id));
    for (const id of [...memory.values.keys()]) if (!kept.has(id)) memory.values.delete(id);
  } else if (name === 'resetVisits') memory.visits.clear();
}
