/** Finds the variables and elements that a script refers to. */
import type { Expression, FunctionArgument, MentionArgument, Program, VariableReference } from './syntax.ts';

/** Each variable and each mentioned id once, in the order and at the position of their first appearance. */
export type ReferencedNames = { variables: VariableReference[]; mentions: MentionArgument[] };

/** The names in a program, or in the expression of a condition. Mentions in texts are not included: mentionsIn finds those. */
export function findReferencedNames(program: Program | Expression): ReferencedNames {
  const variables = new Map<string, VariableReference>();
  const mentions = new Map<string, MentionArgument>();

  function inProgram(parts: Program): void {
    for (const part of parts) {
      if (part.type === 'quotation') inProgram(part.body);
      else if (part.type === 'call') inExpression(part);
      else if (part.type === 'assign') {
        see(part.variable);
        inExpression(part.value);
      } else if (part.type === 'choose') {
        for (const { condition, body } of part.branches) {
          inExpression(condition);
          inProgram(body);
        }
        inProgram(part.otherwise ?? []);
      }
    }
  }

  function inExpression(expression: FunctionArgument): void {
    if (expression.type === 'variable') see(expression.variable);
    else if (expression.type === 'mention') {
      if (!mentions.has(expression.id)) mentions.set(expression.id, expression);
    } else if (expression.type === 'call') expression.arguments.forEach(inExpression);
    else if (expression.type === 'unary') inExpression(expression.operand);
    else if (expression.type === 'binary') {
      inExpression(expression.left);
      inExpression(expression.right);
    }
  }

  function see(variable: VariableReference): void {
    const key = variable.scope === null ? variable.name : `${variable.scope}.${variable.name}`;
    if (!variables.has(key)) variables.set(key, variable);
  }

  if (Array.isArray(program)) inProgram(program);
  else inExpression(program);
  return { variables: [...variables.values()], mentions: [...mentions.values()] };
}
