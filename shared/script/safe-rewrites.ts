/**
 * Rewrites expressions that an interpreter cannot run into others with the same result, in that interpreter and in Taleport. Only if that holds
 * whatever the variables contain: each rule says why.
 */
import { editSource, type ScriptEdit } from '../rich-text/edit-scripts.ts';
import type { ScriptSource, SourceSpan } from '../rich-text/script-source.ts';
import type { Clause } from './parse-block.ts';
import type { ScriptProfile } from './script-profile.ts';
import type { Expression, FunctionArgument } from './syntax.ts';
import { maxInt32, mayBeOtherThan, typesOfExpression, type VariableTypes } from './value-types.ts';

interface RewriteContext {
  /** The interpreter that runs the result. */
  readonly profile: ScriptProfile;
  readonly variables: VariableTypes;
  /** The mention, as HTML, of the element that `visits()` without an argument counts; null if `visits()` works or the element is not certain. */
  readonly playedElement: string | null;
}

interface ExpressionSource {
  readonly source: ScriptSource;
  readonly spans: ReadonlyMap<FunctionArgument, SourceSpan>;
}

/** The expressions of a line of a script. */
export function expressionsOfLine({ line }: Clause): FunctionArgument[] {
  if (line.type === 'assign') return [line.value];
  if (line.type === 'call') return line.arguments;
  return line.type === 'if' || line.type === 'elseif' ? [line.condition] : [];
}

/** `spans`: as the parser of version 2 recorded them. */
export function findSafeRewrites(expressions: readonly FunctionArgument[], code: ExpressionSource, context: RewriteContext): ScriptEdit[] {
  return expressions.flatMap((each) => new Rewriter(code, context).editsOf(each, 'value'));
}

/** `comparedWithZero`: whether it is 0 is all that counts. */
type Use = 'value' | 'comparedWithZero';
type Binary = Extract<Expression, { type: 'binary' }>;

class Rewriter {
  readonly #code: ExpressionSource;
  readonly #context: RewriteContext;

  constructor(code: ExpressionSource, context: RewriteContext) {
    this.#code = code;
    this.#context = context;
  }

  editsOf(expression: FunctionArgument, use: Use): ScriptEdit[] {
    const span = this.#code.spans.get(expression);
    const html = span && this.#rewrite(expression, span, use);
    return span === undefined || html === undefined ? this.#editsInside(expression) : [{ ...span, html }];
  }

  #editsInside(expression: FunctionArgument): ScriptEdit[] {
    if (expression.type === 'unary') return this.editsOf(expression.operand, 'value');
    if (expression.type === 'call') return expression.arguments.flatMap((each) => this.editsOf(each, 'value'));
    if (expression.type !== 'binary') return [];
    const { operator, left, right } = expression;
    const isEquality = operator === '==' || operator === '!=';
    return [
      ...this.editsOf(left, isEquality && isZero(right) ? 'comparedWithZero' : 'value'),
      ...this.editsOf(right, isEquality && isZero(left) ? 'comparedWithZero' : 'value'),
    ];
  }

  #rewrite(expression: FunctionArgument, { start, end }: SourceSpan, use: Use): string | undefined {
    const { profile, playedElement } = this.#context;
    if (expression.type === 'integer') {
      // A literal that is too large for an integer is a decimal number in Taleport, too.
      const isTooLarge = expression.value > maxInt32 && profile.fatalHazards.includes('literalAboveInt32');
      return isTooLarge ? `${this.#code.source.text.slice(start, end)}.0` : undefined;
    }
    if (expression.type === 'binary')
      return expression.operator === '%' && profile.missingOperators.includes('%') ? this.#rewriteRemainder(expression, use) : undefined;
    if (expression.type !== 'call') return undefined;
    const [argument] = expression.arguments;
    if (expression.name === 'visits') return argument === undefined && playedElement !== null ? `visits(${playedElement})` : undefined;
    const roundsInteger = expression.name === 'round' && profile.fatalHazards.includes('roundOfInteger');
    // An integer is rounded already.
    return roundsInteger && argument && this.#isInteger(argument) ? this.#operandOf(argument) : undefined;
  }

  /**
   * `x % n` for an integer x and a literal n. With k = (n - 1) / 2, (x - k) / n is less than half away from the largest integer that is not
   * above x / n, so that every kind of rounding results in it. For a negative x that remainder has the other sign; whether it is 0 is the
   * same. The result differs only for the n smallest integers, which only an overflow results in.
   */
  #rewriteRemainder({ left, right }: Binary, use: Use): string | undefined {
    if (right.type !== 'integer' || right.value < 1 || right.value > maxDivisor) return undefined;
    const isCertain = use === 'comparedWithZero' || isNeverNegative(left);
    if (!isCertain || !this.#isInteger(left) || !isRepeatable(left)) return undefined;
    const divisor = this.#htmlOf(right);
    const divided = this.#operandOf(left);
    return `(${divided} - ${divisor} * round((${divided} - ${(right.value - 1) / 2}) / ${divisor}))`;
  }

  /** In parentheses where any operator binds more tightly. */
  #operandOf(expression: FunctionArgument): string {
    const html = this.#htmlOf(expression);
    return expression.type === 'binary' || expression.type === 'unary' ? `(${html})` : html;
  }

  #htmlOf(expression: FunctionArgument): string {
    const { source, spans } = this.#code;
    return editSource(source, this.editsOf(expression, 'value'), spans.get(expression));
  }

  #isInteger(expression: FunctionArgument): boolean {
    if (expression.type === 'mention') return false;
    return !mayBeOtherThan(typesOfExpression(expression, this.#context.variables, this.#context.profile), 'integer');
  }
}

/** Above it, half a part of the divisor could be lost in rounding. */
const maxDivisor = 1_000_000;

const isZero = (expression: Expression): boolean => expression.type === 'integer' && expression.value === 0;

/** A number of visits, or a literal. */
const isNeverNegative = (expression: Expression): boolean =>
  expression.type === 'integer' || (expression.type === 'call' && expression.name === 'visits');

/** Whether running it twice changes nothing: it contains no dice, and is short enough to be written twice. */
function isRepeatable(expression: Expression): boolean {
  if (expression.type === 'variable' || expression.type === 'integer') return true;
  if (expression.type === 'call') return expression.name === 'visits';
  return (
    expression.type === 'binary' && '+-*'.includes(expression.operator) && isRepeatable(expression.left) && isRepeatable(expression.right)
  );
}
