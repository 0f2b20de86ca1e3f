/** Conditions of scripts in words, for people who do not read scripts: “gold is more than 3 and torch is not true”. */
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { parseCondition } from '../../../shared/script/parse-content.ts';
import type { Expression, FunctionArgument, FunctionCall } from '../../../shared/script/syntax.ts';

/** A condition that cannot be parsed is shown as it is written. Null: there is none. */
export function describeConditionScript(script: string | null): Message | null {
  if (script === null || script.trim() === '') return null;
  const parsed = parseCondition(script);
  return parsed.ok ? describeCondition(parsed.condition) : verbatim(parseConditionSource(script).text);
}

/** An expression as a condition: a value alone is true. */
export function describeCondition(expression: Expression): Message {
  if (expression.type === 'unary' && expression.operator === 'not') {
    const { operand } = expression;
    const isValue = operand.type === 'variable' || operand.type === 'call';
    if (isValue) return message('document.isNot', { left: describeValue(operand), right: 'true' });
    return message('document.not', { condition: describeCondition(operand) });
  }
  if (expression.type === 'binary') {
    const { operator, left, right } = expression;
    if (operator === 'and' || operator === 'or') {
      const sides = { left: describeSide(left, operator), right: describeSide(right, operator) };
      return operator === 'and' ? message('document.and', sides) : message('document.or', sides);
    }
    const values = { left: describeValue(left), right: describeValue(right) };
    switch (operator) {
      case '==':
        return message('document.is', values);
      case '!=':
        return message('document.isNot', values);
      case '>':
        return message('document.more', values);
      case '>=':
        return message('document.atLeast', values);
      case '<':
        return message('document.less', values);
      case '<=':
        return message('document.atMost', values);
    }
  }
  if (expression.type === 'boolean') return message('document.value', { value: String(expression.value) });
  return message('document.is', { left: describeValue(expression), right: 'true' });
}

/** “a and b and c” needs no brackets, “a and (b or c)” does. */
function describeSide(side: Expression, around: 'and' | 'or'): Message {
  const condition = describeCondition(side);
  const isOther = side.type === 'binary' && (side.operator === 'and' || side.operator === 'or') && side.operator !== around;
  return isOther ? message('document.brackets', { condition }) : condition;
}

export function describeValue(expression: FunctionArgument): Message {
  switch (expression.type) {
    case 'mention':
      return verbatim(expression.label);
    case 'string':
      return message('document.text', { text: expression.value });
    case 'integer':
    case 'float':
    case 'boolean':
      return verbatim(String(expression.value));
    case 'variable':
      return verbatim(
        expression.variable.scope === null ? expression.variable.name : `${expression.variable.scope}.${expression.variable.name}`,
      );
    case 'unary':
      return message('document.sign', { operator: expression.operator, value: describeValue(expression.operand) });
    case 'binary':
      return message('document.calculation', {
        left: describeValue(expression.left),
        operator: expression.operator,
        right: describeValue(expression.right),
      });
    case 'call':
      return describeCall(expression);
  }
}

function describeCall({ name, arguments: list }: FunctionCall): Message {
  const [first] = list;
  if (name === 'visits') return first ? message('document.visits', { element: describeValue(first) }) : message('document.visitsHere');
  const [value = verbatim(''), ...others] = list.map(describeValue);
  const values = others.reduce((before, next) => message('document.arguments', { first: before, next }), value);
  return message('document.call', { name, values });
}
