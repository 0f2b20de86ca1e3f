/** Which types the value of an expression may have under a profile, derived without running it. */
import type { ScriptProfile } from './script-profile.ts';
import type { BinaryOperator, Expression, FunctionCall, VariableReference } from './syntax.ts';

/** The largest integer. A literal above it is a decimal number. */
export const maxInt32 = 2_147_483_647;

/**
 * `single`: the initial value of a float variable that has single precision, `roundedSingle`: one that differs from what the story contains,
 * `inert`: one that is shown, but counts as 0 (ScriptProfile.floatVariables).
 */
export type ValueType = 'integer' | 'float' | 'string' | 'boolean' | 'single' | 'roundedSingle' | 'inert';
export type ValueTypes = ReadonlySet<ValueType>;
export type VariableTypes = (variable: VariableReference) => ValueTypes;

const only = (...types: ValueType[]): ValueTypes => new Set(types);
const integer = only('integer');
const float = only('float');
const boolean = only('boolean');
const string = only('string');

export function typesOfExpression(expression: Expression, variables: VariableTypes, profile: ScriptProfile): ValueTypes {
  switch (expression.type) {
    case 'integer':
      return expression.value > maxInt32 ? float : integer;
    case 'float':
      return float;
    case 'string':
      return string;
    case 'boolean':
      return boolean;
    case 'variable':
      return variables(expression.variable);
    case 'unary':
      if (expression.operator === 'not') return boolean;
      return typesWithSign(expression.operator, typesOfExpression(expression.operand, variables, profile));
    case 'call':
      return typesOfCall(expression, variables, profile);
    case 'binary': {
      const left = typesOfExpression(expression.left, variables, profile);
      const right = typesOfExpression(expression.right, variables, profile);
      return typesOfBinary(expression.operator, left, right);
    }
  }
}

/** The types of a calculation, also for the operators of assignments (`+` for `+=`). */
export function typesOfBinary(operator: BinaryOperator, left: ValueTypes, right: ValueTypes): ValueTypes {
  if (operator === 'and' || operator === 'or') return new Set<ValueType>([...left, ...right, 'boolean']);
  if (operator === '/') return float;
  if (!['+', '-', '*', '%'].includes(operator)) return boolean;
  // A text joins with any value.
  if (operator === '+' && (!mayBeOtherThan(left, 'string') || !mayBeOtherThan(right, 'string'))) return string;
  const types = new Set<ValueType>();
  if (operator === '+' && (left.has('string') || right.has('string'))) types.add('string');
  if ([...left, ...right].some(isDecimal)) types.add('float');
  if (![...left].every(isDecimal) && ![...right].every(isDecimal)) types.add('integer');
  return types;
}

const isDecimal = (type: ValueType): boolean => type === 'float' || type === 'single' || type === 'roundedSingle';

/** A negative number has double precision. */
const typesWithSign = (sign: '+' | '-', operand: ValueTypes): ValueTypes =>
  sign === '+' ? operand : new Set<ValueType>([...operand].map((each) => (isDecimal(each) ? 'float' : each)));

export const mayBeOtherThan = (types: ValueTypes, type: ValueType): boolean => [...types].some((each) => each !== type);

function typesOfCall({ name, arguments: list }: FunctionCall, variables: VariableTypes, profile: ScriptProfile): ValueTypes {
  const ofArguments = (): ValueTypes =>
    new Set(list.flatMap((each) => (each.type === 'mention' ? [] : [...typesOfExpression(each, variables, profile)])));
  const { resultTypes } = profile;
  const byRule = (rule: 'integer' | 'float' | 'argument') => {
    if (rule === 'argument') return ofArguments();
    return rule === 'float' ? float : integer;
  };
  if (name === 'abs' || name === 'sqr' || name === 'round') return byRule(resultTypes[name]);
  if (name === 'max' || name === 'min') return byRule(resultTypes.extreme);
  return name === 'roll' || name === 'visits' ? integer : float;
}
