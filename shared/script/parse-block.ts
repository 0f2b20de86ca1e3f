/** Parses one code block into its clauses in order. parse-content.ts pairs ifs with endifs across blocks. */
import { runSteps } from '../lists.ts';
import { type Message, message } from '../messages/message.ts';
import type { ScriptSource } from '../rich-text/script-source.ts';
import { ExpressionParser, type ScriptGrammar, type Token, tokenize, tokenizeInSteps, tokenParams } from './expression-parser.ts';
import { scriptFunctions } from './functions.ts';
import { type ScriptDiagnostic, ScriptSyntaxError } from './script-diagnostic.ts';
import type { AssignmentOperator, Expression, FunctionCall, SourcePosition, Statement } from './syntax.ts';

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
type ParsedBlock = { clauses: Clause[]; diagnostic: ScriptDiagnostic | null } & SourcePlaces;
/** Places in the source of a script that was parsed; none of one with an error. */
export type SourcePlaces = Pick<ExpressionParser, 'version1Groups' | 'spans'>;

const assignmentOperators: ReadonlySet<string> = new Set<AssignmentOperator>(['=', '+=', '-=', '*=', '/=', '%=']);

/** [Scripts] Parses a code block. The engines accept one statement per block; here each line may have one. */
export const parseBlock = (code: ScriptSource, block: number, grammar?: ScriptGrammar): ParsedBlock =>
  runSteps(parseBlockInSteps(code, block, grammar));

/** Like `parseBlock`, in steps of at most one statement. */
export function* parseBlockInSteps(code: ScriptSource, block: number, grammar?: ScriptGrammar): Generator<void, ParsedBlock> {
  const clauses: Clause[] = [];
  try {
    const parser = new ExpressionParser(yield* tokenizeInSteps(code, block), grammar);
    while (parser.peek().type !== 'end') {
      yield;
      const first = parser.peek();
      const line = parseLine(parser, clauses, first);
      const last = parser.peek();
      clauses.push({ line, start: first.start, end: code.text.slice(0, last.start).trimEnd().length });
      if (last.type !== 'end' && !last.firstOnLine) parser.fail(unexpectedTokenMessage(line, last));
    }
    return { clauses, diagnostic: null, version1Groups: parser.version1Groups, spans: parser.spans };
  } catch (error) {
    if (!(error instanceof ScriptSyntaxError)) throw error;
    return { clauses, diagnostic: { message: error.text, ...error.position }, version1Groups: [], spans: new Map() };
  }
}

/** [Scripts] Parses a single expression that must be the whole source. */
export function parseSingleExpression(
  code: ScriptSource,
  grammar?: ScriptGrammar,
): ({ ok: true; expression: Expression } & SourcePlaces) | { ok: false; diagnostic: ScriptDiagnostic } {
  try {
    const parser = new ExpressionParser(tokenize(code, 0), grammar);
    const expression = parser.parseExpression();
    const last = parser.peek();
    if (last.type !== 'end')
      parser.fail(
        isAssignment(last) ? message('script.assignmentInCondition') : message('script.unexpected.afterCondition', tokenParams(last)),
      );
    return { ok: true, expression, version1Groups: parser.version1Groups, spans: parser.spans };
  } catch (error) {
    if (!(error instanceof ScriptSyntaxError)) throw error;
    return { ok: false, diagnostic: { message: error.text, ...error.position } };
  }
}

function parseLine(parser: ExpressionParser, clauses: Clause[], first: Token): ScriptLine {
  const { at, text } = first;
  if (first.type !== 'word') parser.fail(message('script.unexpected.statement', tokenParams(first)));
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
    if (scriptFunctions.get(text)?.returns === 'number') parser.fail(message('script.unusedValue', { name: text }));
    return parser.parseCall();
  }
  const variable = parser.parseVariable();
  const operator = parser.peek();
  if (operator.text === '==') parser.fail(message('script.comparisonInStatement'));
  if (!isAssignment(operator)) parser.fail(message('script.expected.operator', { name: text }));
  parser.refuseMissingOperator(operator);
  parser.consume();
  return { type: 'assign', variable, operator: operator.text, value: parser.parseExpression(), at };
}

function isAssignment(token: Token): token is Token & { text: AssignmentOperator } {
  return token.type === 'sign' && assignmentOperators.has(token.text);
}

function unexpectedTokenMessage(line: ScriptLine, token: Token): Message {
  if ((line.type === 'if' || line.type === 'elseif') && isAssignment(token)) return message('script.assignmentInCondition');
  return message('script.unexpected.afterStatement', tokenParams(token));
}
