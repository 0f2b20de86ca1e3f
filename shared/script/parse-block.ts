/** Parses one code block into its clauses in order. parse-content.ts pairs ifs with endifs across blocks. */
import type { ScriptSource } from '../rich-text/script-source.ts';
import { describeToken, ExpressionParser } from './expression-parser.ts';
import { scriptFunctions } from './functions.ts';
import { type ScriptDiagnostic, ScriptSyntaxError } from './script-diagnostic.ts';
import type { AssignmentOperator, Expression, FunctionCall, SourcePosition, Statement } from './syntax.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A statement, or one of the lines that a choice consists of. */
export type ScriptLine =
  | Extract<Statement, { type: 'assign' }>
  | FunctionCall
  | { type: 'if'; condition: Expression; at: SourcePosition }
  | { type: 'elseif'; condition: Expression; at: SourcePosition }
  | { type: 'else'; at: SourcePosition }
  | { type: 'endif'; at: SourcePosition };

/** A line and its span in the source, up to and not including `end`. */
export type Clause = { line: ScriptLine; start: number; end: number };
/** In case of an error, `clauses` contains what was parsed before it; also an if, elseif, else or endif that has an error in it or after it. */
export type ParsedBlock = { clauses: Clause[]; diagnostic: ScriptDiagnostic | null };

const assignmentOperators: ReadonlySet<string> = new Set<AssignmentOperator>(['=', '+=', '-=', '*=', '/=', '%=']);

/** [Scripts] Parses a code block. The engines accept one statement per block; here each line may have one. */
export function parseBlock(code: ScriptSource, block: number): ParsedBlock {
  const clauses: Clause[] = [];
  try {
    const parser = new ExpressionParser(tokenize(code, block));
    while (parser.peek().type !== 'end') {
      const first = parser.peek();
      const line = parseLine(parser, clauses, first);
      const last = parser.peek();
      clauses.push({ line, start: first.start, end: code.text.slice(0, last.start).trimEnd().length });
      if (last.type !== 'end' && !last.firstOnLine) parser.fail(unexpectedTokenMessage(line, last));
    }
    return { clauses, diagnostic: null };
  } catch (error) {
    if (!(error instanceof ScriptSyntaxError)) throw error;
    return { clauses, diagnostic: { message: error.message, ...error.position } };
  }
}

/** [Scripts] Parses a single expression that must be the whole source. */
export function parseSingleExpression(
  code: ScriptSource,
): { ok: true; expression: Expression } | { ok: false; diagnostic: ScriptDiagnostic } {
  try {
    const parser = new ExpressionParser(tokenize(code, 0));
    const expression = parser.parseExpression();
    const last = parser.peek();
    if (last.type !== 'end')
      parser.fail(
        isAssignment(last)
          ? 'A condition cannot change a variable: to compare, write ==.'
          : `${describeToken(last)} was not expected here: the condition is complete.`,
      );
    return { ok: true, expression };
  } catch (error) {
    if (!(error instanceof ScriptSyntaxError)) throw error;
    return { ok: false, diagnostic: { message: error.message, ...error.position } };
  }
}

function parseLine(parser: ExpressionParser, clauses: Clause[], first: Token): ScriptLine {
  const { at, text } = first;
  if (first.type !== 'word') parser.fail(`${describeToken(first)} was not expected here: an assignment, a function or an if was.`);
  if (text === 'else' || text === 'endif') {
    parser.consume();
    return { type: text, at };
  }
  if (text === 'if' || text === 'elseif') {
    parser.consume();
    try {
      return { type: text, condition: parser.parseExpression(), at };
    } catch (error) {
      clauses.push({ line: { type: text, condition: { type: 'boolean', value: true, at }, at }, start: first.start, end: first.end });
      throw error;
    }
  }
  if (parser.peek(1).text === '(' || scriptFunctions.has(text)) {
    if (scriptFunctions.get(text)?.returns === 'number') parser.fail(`“${text}” gives a value: assign it to a variable, or show it.`);
    return parser.parseCall();
  }
  const variable = parser.parseVariable();
  const operator = parser.peek();
  if (operator.text === '==') parser.fail('“==” compares: to give a variable a value, write =.');
  if (!isAssignment(operator))
    parser.fail(`After “${text}” one of = += -= *= /= %= was expected, not ${describeToken(operator, 'inside')}.`);
  parser.consume();
  return { type: 'assign', variable, operator: operator.text, value: parser.parseExpression(), at };
}

function isAssignment(token: Token): token is Token & { text: AssignmentOperator } {
  return token.type === 'sign' && assignmentOperators.has(token.text);
}

function unexpectedTokenMessage(line: ScriptLine, token: Token): string {
  if ((line.type === 'if' || line.type === 'elseif') && isAssignment(token))
    return 'A condition cannot change a variable: to compare, write ==.';
  return `${describeToken(token)} was not expected here: the statement is complete, and each stands on a line of its own.`;
}
