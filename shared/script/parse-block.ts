/** Reads one code block: its clauses in order. How ifs and endifs pair up over blocks is parse-content.ts's. */
import type { Code } from '../rich-text/code.ts';
import { ScriptError, type ScriptFault } from './fault.ts';
import { functions } from './functions.ts';
import { ExpressionParser, inWords } from './parse-expression.ts';
import type { AssignmentOperator, Call, Expression, Place, Statement } from './syntax.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A statement, or one of the lines that a choice is made of. */
export type Line =
  | Extract<Statement, { is: 'assign' }>
  | Call
  | { is: 'if'; condition: Expression; at: Place }
  | { is: 'elseif'; condition: Expression; at: Place }
  | { is: 'else'; at: Place }
  | { is: 'endif'; at: Place };

/** A line and where it stands in the source, up to and not including `end`. */
export type Clause = { line: Line; start: number; end: number };
/** With a fault, `clauses` holds what was read before it; an if, elseif, else or endif even where something in it or after it is wrong. */
export type ParsedBlock = { clauses: Clause[]; fault: ScriptFault | null };

const assignments: ReadonlySet<string> = new Set<AssignmentOperator>(['=', '+=', '-=', '*=', '/=', '%=']);

/** [Scripts] Parses a code block. The engines take one statement a block; here each line may hold one. */
export function parseBlock(code: Code, block: number): ParsedBlock {
  const clauses: Clause[] = [];
  try {
    const parser = new ExpressionParser(tokenize(code, block));
    while (parser.peek().is !== 'end') {
      const first = parser.peek();
      const line = readLine(parser, clauses, first);
      const last = parser.peek();
      clauses.push({ line, start: first.start, end: code.source.slice(0, last.start).trimEnd().length });
      if (last.is !== 'end' && !last.firstOnLine) parser.fail(afterStatement(line, last));
    }
    return { clauses, fault: null };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { clauses, fault: { message: error.message, ...error.at } };
  }
}

/** [Scripts] Parses one expression and nothing after it. */
export function parseOneExpression(code: Code): { ok: true; expression: Expression } | { ok: false; fault: ScriptFault } {
  try {
    const parser = new ExpressionParser(tokenize(code, 0));
    const expression = parser.expression();
    const last = parser.peek();
    if (last.is !== 'end')
      parser.fail(
        isAssignment(last)
          ? 'A condition cannot change a variable: to compare, write ==.'
          : `${inWords(last)} was not expected here: the condition is complete.`,
      );
    return { ok: true, expression };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { ok: false, fault: { message: error.message, ...error.at } };
  }
}

function readLine(parser: ExpressionParser, clauses: Clause[], first: Token): Line {
  const { at, text } = first;
  if (first.is !== 'word') parser.fail(`${inWords(first)} was not expected here: an assignment, a function or an if was.`);
  if (text === 'else' || text === 'endif') {
    parser.take();
    return { is: text, at };
  }
  if (text === 'if' || text === 'elseif') {
    parser.take();
    try {
      return { is: text, condition: parser.expression(), at };
    } catch (error) {
      clauses.push({ line: { is: text, condition: { is: 'boolean', value: true, at }, at }, start: first.start, end: first.end });
      throw error;
    }
  }
  if (parser.peek(1).text === '(' || functions.has(text)) {
    if (functions.get(text)?.gives === 'number') parser.fail(`“${text}” gives a value: assign it to a variable, or show it.`);
    return parser.call();
  }
  const variable = parser.variable();
  const operator = parser.peek();
  if (operator.text === '==') parser.fail('“==” compares: to give a variable a value, write =.');
  if (!isAssignment(operator)) parser.fail(`After “${text}” one of = += -= *= /= %= was expected, not ${inWords(operator, 'inside')}.`);
  parser.take();
  return { is: 'assign', variable, operator: operator.text, value: parser.expression(), at };
}

function isAssignment(token: Token): token is Token & { text: AssignmentOperator } {
  return token.is === 'sign' && assignments.has(token.text);
}

function afterStatement(line: Line, token: Token): string {
  if ((line.is === 'if' || line.is === 'elseif') && isAssignment(token))
    return 'A condition cannot change a variable: to compare, write ==.';
  return `${inWords(token)} was not expected here: the statement is complete, and each stands on a line of its own.`;
}
