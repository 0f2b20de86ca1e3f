/** Reads the expressions of a script from its tokens. Precedence as in the published grammar: not and signs bind tightest, or the least. */
import { isReserved } from '../identifiers.ts';
import { ScriptError } from './fault.ts';
import { argumentsInWords, type FunctionRule, functions } from './functions.ts';
import type { Argument, BinaryOperator, Call, Expression, UnaryOperator, Variable } from './syntax.ts';
import type { Token } from './tokenize.ts';

/** How tightly each operator binds. `is` and `is not` are read as == and !=. */
const binding: ReadonlyMap<string, [operator: BinaryOperator, strength: number]> = new Map([
  ['or', ['or', 1]],
  ['||', ['or', 1]],
  ['and', ['and', 2]],
  ['&&', ['and', 2]],
  ['==', ['==', 3]],
  ['is', ['==', 3]],
  ['!=', ['!=', 3]],
  ['<', ['<', 4]],
  ['<=', ['<=', 4]],
  ['>', ['>', 4]],
  ['>=', ['>=', 4]],
  ['+', ['+', 5]],
  ['-', ['-', 5]],
  ['*', ['*', 6]],
  ['/', ['/', 6]],
  ['%', ['%', 6]],
]);
const unary: ReadonlyMap<string, UnaryOperator> = new Map([
  ['not', 'not'],
  ['!', 'not'],
  ['+', '+'],
  ['-', '-'],
]);

/** No one writes deeper or longer; it keeps a hostile script from exhausting the stack, here and where the tree is walked. */
const deepest = 200;
const longest = 1000;

/** Reads expressions, one token after the other. Throws a ScriptError at what does not fit. */
export class ExpressionParser {
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The token that comes next, or one further on. */
  peek(further = 0): Token {
    const token = this.tokens[Math.min(this.next + further, this.tokens.length - 1)];
    if (token === undefined) throw new Error('A script has at least its end token.');
    return token;
  }

  take(): Token {
    const token = this.peek();
    this.next++;
    return token;
  }

  fail(message: string, token = this.peek()): never {
    throw new ScriptError(message, token.at);
  }

  /** An expression whose operators bind more tightly than `above`. */
  expression(above = 0): Expression {
    let left = this.operand();
    for (let length = 1; ; length++) {
      if (length > longest) this.fail('This expression is too long.');
      const token = this.peek();
      const operator = token.is === 'sign' || token.is === 'word' ? binding.get(token.text) : undefined;
      if (operator === undefined || operator[1] <= above) return left;
      this.take();
      const isNot = token.text === 'is' && this.accept('not');
      left = { is: 'binary', operator: isNot ? '!=' : operator[0], left, right: this.expression(operator[1]), at: left.at };
    }
  }

  /** A variable: `name`, or `scope.name` for that of a board or component. */
  variable(): Variable {
    const token = this.peek();
    if (token.is !== 'word') this.fail(`${inWords(token)} was not expected here: the name of a variable was.`);
    if (isReserved(token.text)) this.fail(`“${token.text}” is a word of the scripting language and cannot be a variable.`);
    this.take();
    if (!this.accept('.')) return { scope: null, name: token.text, at: token.at };
    const name = this.take();
    if (name.is !== 'word' || isReserved(name.text)) this.fail(`After “${token.text}.” the name of a variable was expected.`, name);
    return { scope: token.text, name: name.text, at: token.at };
  }

  /** A call of a function whose name comes next. */
  call(): Call {
    const token = this.take();
    const rule = functions.get(token.text);
    if (rule === undefined) this.fail(`There is no function called “${token.text}”.`, token);
    this.expect('(', `after “${token.text}”`);
    const list: Argument[] = [];
    if (!this.accept(')')) {
      do list.push(this.argument(token.text, rule));
      while (this.accept(','));
      this.expect(')', `to close the arguments of “${token.text}”`);
    }
    if (list.length < rule.min || list.length > rule.max)
      this.fail(`“${token.text}” takes ${argumentsInWords(rule)}, not ${list.length}.`, token);
    return { is: 'call', name: token.text, arguments: list, at: token.at };
  }

  private argument(name: string, rule: FunctionRule): Argument {
    const token = this.peek();
    if (rule.takes === 'variables') return { is: 'variable', variable: this.variable(), at: token.at };
    if (rule.takes === 'values') return this.expression();
    if (token.is !== 'mention') this.fail(`“${name}” takes the mention of an element.`);
    this.take();
    const attributes = new Map(token.mention.attributes);
    const type = attributes.get('data-type');
    if (type !== 'element') this.fail(`“${name}” takes the mention of an element, not of a ${type}.`, token);
    return { is: 'mention', id: attributes.get('data-id') ?? '', label: attributes.get('data-label') ?? token.text, at: token.at };
  }

  private operand(): Expression {
    const token = this.peek();
    if (++this.depth > deepest) this.fail('This is nested too deeply.');
    try {
      const operator = token.is === 'sign' || token.is === 'word' ? unary.get(token.text) : undefined;
      if (operator === undefined) return this.primary(token);
      this.take();
      return { is: 'unary', operator, operand: this.operand(), at: token.at };
    } finally {
      this.depth--;
    }
  }

  private primary(token: Token): Expression {
    if (token.is === 'integer' || token.is === 'float') return { is: token.is, value: Number(this.take().text), at: token.at };
    if (token.is === 'string') return { is: 'string', value: this.take().text, at: token.at };
    if (token.is === 'mention') this.fail('A mention can stand only in visits(…).');
    if (token.is === 'sign' && this.accept('(')) {
      const inside = this.expression();
      this.expect(')', 'to close the “(”');
      return inside;
    }
    if (token.is !== 'word') this.fail(`${inWords(token)} was not expected here: a value was.`);
    if (token.text === 'true' || token.text === 'false') return { is: 'boolean', value: this.take().text === 'true', at: token.at };
    const opens = this.peek(1).text === '(' && this.peek(1).is === 'sign' && !this.peek(1).firstOnLine;
    if (!functions.has(token.text) && !opens) return { is: 'variable', variable: this.variable(), at: token.at };
    if (functions.get(token.text)?.gives === 'nothing') this.fail(`“${token.text}” gives no value: it stands on a line of its own.`);
    return this.call();
  }

  private accept(text: string): boolean {
    const token = this.peek();
    if (token.text !== text || (token.is !== 'sign' && token.is !== 'word')) return false;
    this.take();
    return true;
  }

  private expect(sign: string, why: string): void {
    if (!this.accept(sign)) this.fail(`“${sign}” was expected ${why}, not ${inWords(this.peek(), 'inside')}.`);
  }
}

/** A token as it is named in a fault, at the beginning of a sentence or inside one. */
export function inWords(token: Token, where: 'first' | 'inside' = 'first'): string {
  const words =
    token.is === 'end' ? 'the end' : token.is === 'string' ? 'a string' : token.is === 'mention' ? 'a mention' : `“${token.text}”`;
  return where === 'first' ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}
