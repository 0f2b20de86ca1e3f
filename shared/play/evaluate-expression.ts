/** Evaluates an expression of a script under a script profile, without side effects. The functions are those of G18. */
import { message } from '../messages/message.ts';
import type { ScriptProfile } from '../script/script-profile.ts';
import type { Expression } from '../script/syntax.ts';
import { maxInt32 } from '../script/value-types.ts';
import { evaluateCall } from './evaluate-call.ts';
import { type EvaluationContext, resolveVariable } from './evaluation-context.ts';
import { readVariable } from './play-memory.ts';
import {
  calculate,
  compareValues,
  floatValue,
  integerValue,
  isFatalHazard,
  isTruthy,
  numberOf,
  ScriptRuntimeError,
  type ScriptValue,
  toInteger,
} from './script-value.ts';

export function evaluateExpression(expression: Expression, context: EvaluationContext): ScriptValue {
  const { profile } = context;
  switch (expression.type) {
    case 'integer':
      if (expression.value <= maxInt32) return integerValue(expression.value);
      if (isFatalHazard(profile, 'literalAboveInt32'))
        throw new ScriptRuntimeError(message('script.run.literalTooLarge', { maximum: maxInt32 }), expression.at);
      return floatValue(expression.value);
    case 'float':
      return floatValue(expression.value);
    case 'string':
      return profile.escapes === 'whenShown' ? expression.source : expression.value;
    case 'boolean':
      return expression.value;
    case 'variable':
      return readVariable(context.memory, resolveVariable(expression.variable, context), profile);
    case 'call':
      return evaluateCall(expression, context, (argument) => evaluateExpression(argument, context));
    case 'unary': {
      const value = evaluateExpression(expression.operand, context);
      return expression.operator === 'not' ? !isTruthy(value, profile) : withSign(expression.operator, value, profile);
    }
    case 'binary':
      return evaluateBinary(expression, context);
  }
}

/** [Scripts] A sign changes numbers only. */
function withSign(sign: '+' | '-', value: ScriptValue, profile: ScriptProfile): ScriptValue {
  if (sign === '+' || typeof value !== 'object' || value.type === 'inert') return value;
  return value.type === 'integer' ? toInteger(-value.number, profile) : floatValue(0 - numberOf(value));
}

function evaluateBinary(expression: Extract<Expression, { type: 'binary' }>, context: EvaluationContext): ScriptValue {
  const { operator, left, right, at } = expression;
  const { profile } = context;
  const first = evaluateExpression(left, context);
  if (operator === 'and' || operator === 'or') {
    const isDecided = isTruthy(first, profile) === (operator === 'or');
    const second = isDecided && profile.rightSide === 'whenNeeded' ? first : evaluateExpression(right, context);
    return logicValue(operator, isDecided ? { decided: first } : { other: second }, profile);
  }
  const second = evaluateExpression(right, context);
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/' || operator === '%')
    return calculate(operator, first, second, at, profile);
  return compareValues(operator, first, second, at, profile);
}

/** `decided`: the left side, which decides the result; `other`: the right side, where the left side does not. */
function logicValue(
  operator: 'and' | 'or',
  side: { readonly decided: ScriptValue } | { readonly other: ScriptValue },
  profile: ScriptProfile,
): ScriptValue {
  const { logicValue: returned } = profile;
  if ('decided' in side) {
    const returnsSide = returned === 'v1' || (returned === 'v2' && operator === 'or');
    return returnsSide ? side.decided : operator === 'or';
  }
  return returned === 'v2' && operator === 'or' ? side.other : isTruthy(side.other, profile);
}
