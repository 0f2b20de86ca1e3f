/** The type of a variable that a script uses but the story does not have, from what the script does with it. */
import { taleportScriptProfile } from './script-profile.ts';
import type { Expression, FunctionArgument, Program, VariableReference } from './syntax.ts';
import { typesOfExpression, type ValueType, type VariableTypes } from './value-types.ts';

type DeclaredType = 'string' | 'integer' | 'float' | 'boolean';
type VariableName = Pick<VariableReference, 'scope' | 'name'>;

/** The first use that says a type decides; a variable that is only shown is a text. `typesOf`: of the variables that the story has; none for others. */
export function guessVariableType(script: Program | Expression, { scope, name }: VariableName, typesOf: VariableTypes): DeclaredType {
  const isWanted = (variable: VariableName): boolean => variable.scope === scope && variable.name === name;

  function typeOf(expression: Expression): DeclaredType | null {
    const [only, ...others] = typesOfExpression(
      expression,
      (variable) => (isWanted(variable) ? none : typesOf(variable)),
      taleportScriptProfile,
    );
    return only === undefined || others.length > 0 ? null : declaredTypes[only];
  }

  function inProgram(parts: Program): DeclaredType | null {
    for (const part of parts) {
      const found = inPart(part);
      if (found) return found;
    }
    return null;
  }

  function inPart(part: Program[number]): DeclaredType | null {
    switch (part.type) {
      case 'text':
        return null;
      case 'quotation':
        return inProgram(part.body);
      case 'call':
        return inExpression(part, null);
      case 'assign': {
        const type = typeOf(part.value) ?? (part.operator === '=' ? null : 'integer');
        return isWanted(part.variable) && type ? type : inExpression(part.value, null);
      }
      case 'choose':
        return (
          first(part.branches, ({ condition, body }) => inExpression(condition, 'boolean') ?? inProgram(body)) ??
          inProgram(part.otherwise ?? [])
        );
    }
  }

  /** `usedAs`: the type that the place of the expression asks for. */
  function inExpression(expression: FunctionArgument, usedAs: DeclaredType | null): DeclaredType | null {
    switch (expression.type) {
      case 'variable':
        return isWanted(expression.variable) ? usedAs : null;
      case 'unary':
        return inExpression(expression.operand, expression.operator === 'not' ? 'boolean' : 'integer');
      case 'binary': {
        const { operator, left, right } = expression;
        const isLogical = operator === 'and' || operator === 'or';
        const typeBeside = (other: Expression): DeclaredType => (isLogical ? 'boolean' : (typeOf(other) ?? 'integer'));
        return inExpression(left, typeBeside(right)) ?? inExpression(right, typeBeside(left));
      }
      case 'call': {
        // The results of show and visits depend on no type.
        const type = expression.name === 'show' ? null : 'integer';
        return first(expression.arguments, (argument) => inExpression(argument, type));
      }
      default:
        return null;
    }
  }

  const found = Array.isArray(script) ? inProgram(script) : inExpression(script, 'boolean');
  return found ?? 'string';
}

const none: ReadonlySet<ValueType> = new Set();

const declaredTypes: Readonly<Record<ValueType, DeclaredType>> = {
  integer: 'integer',
  float: 'float',
  string: 'string',
  boolean: 'boolean',
  single: 'float',
  roundedSingle: 'float',
  inert: 'float',
};

function first<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
