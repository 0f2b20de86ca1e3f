/** Which variables and which elements a script speaks of. */
import type { Argument, Expression, Program } from './syntax.ts';

/** Each variable and each mentioned id once, in the order they first appear. */
export type Names = { variables: { scope: string | null; name: string }[]; mentions: string[] };

/** The names in a program, or in the expression of a condition. Mentions that stand in texts are not scripts': mentionsIn tells those. */
export function namesIn(program: Program | Expression): Names {
  const variables = new Map<string, { scope: string | null; name: string }>();
  const mentions = new Set<string>();

  function inProgram(parts: Program): void {
    for (const part of parts) {
      if (part.is === 'quotation') inProgram(part.body);
      else if (part.is === 'call') inExpression(part);
      else if (part.is === 'assign') {
        see(part.variable);
        inExpression(part.value);
      } else if (part.is === 'choose') {
        for (const { condition, body } of part.branches) {
          inExpression(condition);
          inProgram(body);
        }
        inProgram(part.otherwise ?? []);
      }
    }
  }

  function inExpression(expression: Argument): void {
    if (expression.is === 'variable') see(expression.variable);
    else if (expression.is === 'mention') mentions.add(expression.id);
    else if (expression.is === 'call') expression.arguments.forEach(inExpression);
    else if (expression.is === 'unary') inExpression(expression.operand);
    else if (expression.is === 'binary') {
      inExpression(expression.left);
      inExpression(expression.right);
    }
  }

  function see({ scope, name }: { scope: string | null; name: string }): void {
    const key = scope === null ? name : `${scope}.${name}`;
    if (!variables.has(key)) variables.set(key, { scope, name });
  }

  if (Array.isArray(program)) inProgram(program);
  else inExpression(program);
  return { variables: [...variables.values()], mentions: [...mentions] };
}
