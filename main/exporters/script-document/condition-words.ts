/** Expresses conditions of scripts in words, for people who do not read scripts: “gold is more than 3 and Gate was not visited”. */
import { type Message, message, verbatim } from '../../../shared/messages/message.ts';
import { resolveLocalizedText } from '../../../shared/model/localized-text.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findVariableByName } from '../../../shared/play/play-memory.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { parseConditionSource } from '../../../shared/rich-text/script-source.ts';
import { parseCondition } from '../../../shared/script/parse-content.ts';
import { taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import type { BinaryOperator, Expression, FunctionArgument, FunctionCall, MentionArgument } from '../../../shared/script/syntax.ts';
import { typesOfExpression, type ValueType } from '../../../shared/script/value-types.ts';

/** null if there is no condition. A condition that cannot be parsed is returned as it is written. */
export function describeConditionScript(project: Project, script: string | null): Message | null {
  if (script === null || script.trim() === '') return null;
  const parsed = parseCondition(script);
  return parsed.ok ? describeCondition(project, parsed.condition) : verbatim(parseConditionSource(script).text);
}

/**
 * An expression as a condition in words. A value alone is a condition as well: for a number, whether it is above 0; for text, whether it is
 * not empty.
 */
export const describeCondition = (project: Project, expression: Expression): Message => new ConditionWords(project).condition(expression);

export const describeValue = (project: Project, expression: FunctionArgument): Message => new ConditionWords(project).value(expression);

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';
type Binary = Extract<Expression, { type: 'binary' }>;

const opposites: Readonly<Record<Comparison, Comparison>> = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' };
const isComparison = (operator: BinaryOperator): operator is Comparison => operator in opposites;

class ConditionWords {
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  /** With `isNegated`, says that the expression is not true. */
  condition(expression: Expression, isNegated = false): Message {
    if (expression.type === 'unary' && expression.operator === 'not') return this.condition(expression.operand, !isNegated);
    if (expression.type === 'boolean') return verbatim(String(expression.value !== isNegated));
    if (expression.type !== 'binary') return this.#truth(expression, isNegated);
    const { operator } = expression;
    if (operator === 'and' || operator === 'or') {
      if (isNegated) return message('document.not', { condition: this.condition(expression) });
      const sides = { left: this.#side(expression.left, operator), right: this.#side(expression.right, operator) };
      return operator === 'and' ? message('document.and', sides) : message('document.or', sides);
    }
    return isComparison(operator)
      ? this.#comparison(expression, isNegated ? opposites[operator] : operator)
      : this.#truth(expression, isNegated);
  }

  value(expression: FunctionArgument): Message {
    switch (expression.type) {
      case 'mention':
        return this.#elementName(expression);
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
        if (expression.operator === 'not') return message('document.brackets', { condition: this.condition(expression) });
        return message('document.sign', { operator: expression.operator, value: this.#operand(expression.operand, precedenceOfSign) });
      case 'binary': {
        const { operator, left, right } = expression;
        const precedence = precedenceOf(operator);
        if (precedence === 0) return message('document.brackets', { condition: this.condition(expression) });
        return message('document.calculation', {
          left: this.#operand(left, precedence),
          operator,
          right: this.#operand(right, precedence + 1),
        });
      }
      case 'call':
        return this.#call(expression);
    }
  }

  /** An operand, in brackets if necessary: “a and b and c” needs none, “a and (b or c)” does. */
  #side(side: Expression, around: 'and' | 'or'): Message {
    const condition = this.condition(side);
    const isOther = side.type === 'binary' && (side.operator === 'and' || side.operator === 'or') && side.operator !== around;
    return isOther ? message('document.brackets', { condition }) : condition;
  }

  #comparison({ left, right }: Binary, operator: Comparison): Message {
    const isVisited = left.type === 'call' && left.name === 'visits' ? visitedIf(operator, right) : undefined;
    if (isVisited !== undefined && left.type === 'call') return this.#visited(left, isVisited);
    const values = { left: this.value(left), right: this.value(right) };
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

  /** Says that a value alone is true. */
  #truth(expression: Expression, isNegated: boolean): Message {
    if (expression.type === 'call' && expression.name === 'visits') return this.#visited(expression, !isNegated);
    const value = this.value(expression);
    const types = this.#typesOf(expression);
    if (types.every((type) => type === 'integer' || type === 'float')) {
      const values = { left: value, right: '0' };
      return isNegated ? message('document.atMost', values) : message('document.more', values);
    }
    if (types.every((type) => type === 'string'))
      return isNegated ? message('document.empty', { value }) : message('document.notEmpty', { value });
    const values = { left: value, right: 'true' };
    return isNegated ? message('document.isNot', values) : message('document.is', values);
  }

  #visited({ arguments: [mention] }: FunctionCall, isVisited: boolean): Message {
    if (!mention) return isVisited ? message('document.visitedHere') : message('document.notVisitedHere');
    const element = this.value(mention);
    return isVisited ? message('document.visited', { element }) : message('document.notVisited', { element });
  }

  #operand(expression: Expression, around: number): Message {
    const value = this.value(expression);
    const needsBrackets =
      expression.type === 'binary' && precedenceOf(expression.operator) > 0 && precedenceOf(expression.operator) < around;
    return needsBrackets ? message('document.brackets', { condition: value }) : value;
  }

  #call({ name, arguments: list }: FunctionCall): Message {
    const [first] = list;
    if (name === 'visits') return first ? message('document.visits', { element: this.value(first) }) : message('document.visitsHere');
    const [value = verbatim(''), ...others] = list.map((each) => this.value(each));
    const values = others.reduce((before, next) => message('document.arguments', { first: before, next }), value);
    return message('document.call', { name, values });
  }

  /** The current title of the element. Without one, the text that the mention was written with. */
  #elementName({ id, label }: MentionArgument): Message {
    const { mainLocale, projectRecord } = this.#project;
    const title = resolveLocalizedText(this.#project.find('element', id)?.title ?? {}, mainLocale, projectRecord.locales).html;
    return verbatim(richTextToPlainText(title).replaceAll('\n', ' ') || label);
  }

  /** The possible types of an expression. A variable that the project does not have counts as a boolean. */
  #typesOf(expression: Expression): ValueType[] {
    const variables = ({ scope, name }: { scope: string | null; name: string }) =>
      new Set([findVariableByName(this.#project, scope, name)?.type ?? 'boolean']);
    return [...typesOfExpression(expression, variables, taleportScriptProfile)];
  }
}

/**
 * Whether a comparison of a number of visits with a literal means that the element was visited, or that it was not; undefined for other
 * comparisons.
 */
function visitedIf(operator: Comparison, right: Expression): boolean | undefined {
  if (right.type !== 'integer') return undefined;
  const comparison = `${operator}${right.value}`;
  if (['>0', '!=0', '>=1'].includes(comparison)) return true;
  return ['==0', '<=0', '<1'].includes(comparison) ? false : undefined;
}

const precedenceOfSign = 3;
/** 0 for an operator that is no calculation. */
function precedenceOf(operator: BinaryOperator): number {
  if (operator === '*' || operator === '/' || operator === '%') return 2;
  return operator === '+' || operator === '-' ? 1 : 0;
}
