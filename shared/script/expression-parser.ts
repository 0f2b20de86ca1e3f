/** Parses the expressions of a script from its tokens. Precedence as in the published grammar, where not and signs bind tightest or loosest. */
import { isReservedWord } from '../model/identifiers.ts';
import { describeArgumentCount, type FunctionSignature, scriptFunctions } from './functions.ts';
import { ScriptSyntaxError } from './script-diagnostic.ts';
import type { BinaryOperator, Expression, FunctionArgument, FunctionCall, UnaryOperator, VariableReference } from './syntax.ts';
import type { Token } from './tokenize.ts';

/** How tightly each operator binds. `is` and `is not` are parsed as == and !=. */
const binaryOperators: ReadonlyMap<string, [operator: BinaryOperator, strength: number]> = new Map([
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
const unaryOperators: ReadonlyMap<string, UnaryOperator> = new Map([
  ['not', 'not'],
  ['!', 'not'],
  ['+', '+'],
  ['-', '-'],
]);

/** A limit on length and depth, far above real use: it keeps a hostile script from exhausting the stack, here and where the tree is walked. */
const MAX_DEPTH = 200;
const MAX_LENGTH = 1000;

/** Parses expressions token by token. Throws a ScriptSyntaxError at the first unexpected one. */
export class ExpressionParser {
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The next token, or a later one. */
  peek(further = 0): Token {
    const token = this.tokens[Math.min(this.next + further, this.tokens.length - 1)];
    if (token === undefined) throw new Error('A script has at least its end token.');
    return token;
  }

  consume(): Token {
    const token = this.peek();
    this.next++;
    return token;
  }

  fail(message: string, token = this.peek()): never {
    throw new ScriptSyntaxError(message, token.at);
  }

  /** An expression whose operators bind more tightly than `above`. */
  parseExpression(above = 0): Expression {
    let left = this.parseOperand();
    for (let length = 1; ; length++) {
      if (length > MAX_LENGTH) this.fail('This expression is too long.');
      const token = this.peek();
      const operator = token.type === 'sign' || token.type === 'word' ? binaryOperators.get(token.text) : undefined;
      if (operator === undefined || operator[1] <= above) return left;
      this.consume();
      const isNot = token.text === 'is' && this.accept('not');
      left = { type: 'binary', operator: isNot ? '!=' : operator[0], left, right: this.parseExpression(operator[1]), at: left.at };
    }
  }

  /** A variable: `name`, or `scope.name` for one of a board or component. */
  parseVariable(): VariableReference {
    const token = this.peek();
    if (token.type !== 'word') this.fail(`${describeToken(token)} was not expected here: the name of a variable was.`);
    if (isReservedWord(token.text)) this.fail(`“${token.text}” is a word of the scripting language and cannot be a variable.`);
    this.consume();
    if (!this.accept('.')) return { scope: null, name: token.text, at: token.at };
    const name = this.consume();
    if (name.type !== 'word' || isReservedWord(name.text)) this.fail(`After “${token.text}.” the name of a variable was expected.`, name);
    return { scope: token.text, name: name.text, at: token.at };
  }

  /** A call of the function that the next token names. */
  parseCall(): FunctionCall {
    const token = this.consume();
    const rule = scriptFunctions.get(token.text);
    if (rule === undefined) this.fail(`There is no function called “${token.text}”.`, token);
    this.expect('(', `after “${token.text}”`);
    const list: FunctionArgument[] = [];
    if (!this.accept(')')) {
      do list.push(this.parseArgument(token.text, rule));
      while (this.accept(','));
      this.expect(')', `to close the arguments of “${token.text}”`);
    }
    if (list.length < rule.minArguments || list.length > rule.maxArguments)
      this.fail(`“${token.text}” takes ${describeArgumentCount(rule)}, not ${list.length}.`, token);
    return { type: 'call', name: token.text, arguments: list, at: token.at };
  }

  private parseArgument(name: string, rule: FunctionSignature): FunctionArgument {
    const token = this.peek();
    if (rule.argumentKind === 'variables') return { type: 'variable', variable: this.parseVariable(), at: token.at };
    if (rule.argumentKind === 'values') return this.parseExpression();
    if (token.type !== 'mention') this.fail(`“${name}” takes the mention of an element.`);
    this.consume();
    const attributes = new Map(token.mention.attributes);
    const type = attributes.get('data-type');
    if (type !== 'element') this.fail(`“${name}” takes the mention of an element, not of a ${type}.`, token);
    return { type: 'mention', id: attributes.get('data-id') ?? '', label: attributes.get('data-label') ?? token.text, at: token.at };
  }

  private parseOperand(): Expression {
    const token = this.peek();
    if (++this.depth > MAX_DEPTH) this.fail('This is nested too deeply.');
    try {
      const operator = token.type === 'sign' || token.type === 'word' ? unaryOperators.get(token.text) : undefined;
      if (operator === undefined) return this.parsePrimary(token);
      this.consume();
      return { type: 'unary', operator, operand: this.parseOperand(), at: token.at };
    } finally {
      this.depth--;
    }
  }

  private parsePrimary(token: Token): Expression {
    if (token.type === 'integer' || token.type === 'float') return { type: token.type, value: Number(this.consume().text), at: token.at };
    if (token.type === 'string') return { type: 'string', value: this.consume().text, at: token.at };
    if (token.type === 'mention') this.fail('A mention can stand only in visits(…).');
    if (token.type === 'sign' && this.accept('(')) {
      const inside = this.parseExpression();
      this.expect(')', 'to close the “(”');
      return inside;
    }
    if (token.type !== 'word') this.fail(`${describeToken(token)} was not expected here: a value was.`);
    if (token.text === 'true' || token.text === 'false') return { type: 'boolean', value: this.consume().text === 'true', at: token.at };
    const opens = this.peek(1).text === '(' && this.peek(1).type === 'sign' && !this.peek(1).firstOnLine;
    if (!scriptFunctions.has(token.text) && !opens) return { type: 'variable', variable: this.parseVariable(), at: token.at };
    if (scriptFunctions.get(token.text)?.returns === 'nothing')
      this.fail(`“${token.text}” gives no value: it stands on a line of its own.`);
    return this.parseCall();
  }

  private accept(text: string): boolean {
    const token = this.peek();
    if (token.text !== text || (token.type !== 'sign' && token.type !== 'word')) return false;
    this.consume();
    return true;
  }

  private expect(sign: string, why: string): void {
    if (!this.accept(sign)) this.fail(`“${sign}” was expected ${why}, not ${describeToken(this.peek(), 'inside')}.`);
  }
}

const tokenTypeNames: ReadonlyMap<Token['type'], string> = new Map([
  ['end', 'the end'],
  ['string', 'a string'],
  ['mention', 'a mention'],
]);

/** Names a token in an error message, at the start of a sentence or inside one. */
export function describeToken(token: Token, where: 'first' | 'inside' = 'first'): string {
  const name = tokenTypeNames.get(token.type) ?? `“${token.text}”`;
  return where === 'first' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
