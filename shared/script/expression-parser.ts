/**
 * Parses the expressions of a script from its tokens, in either version of the published grammar. In version 2, `not` and signs bind tightest. In
 * version 1, `not` applies to a whole comparison, and comparisons, `not` and second signs need parentheses inside of other expressions.
 */
import { runSteps } from '../lists.ts';
import { type Message, message } from '../messages/message.ts';
import type { ScriptSource, SourceMention, SourceSpan } from '../rich-text/script-source.ts';
import { describeArgumentCount, type FunctionSignature, scriptFunctions } from './functions.ts';
import { isReservedWord } from './identifiers.ts';
import { ScriptSyntaxError } from './script-diagnostic.ts';
import { type ScriptProfile, taleportScriptProfile } from './script-profile.ts';
import type {
  BinaryOperator,
  Expression,
  FunctionArgument,
  FunctionCall,
  SourcePosition,
  UnaryOperator,
  VariableReference,
} from './syntax.ts';

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
const maxDepth = 200;
const maxLength = 1000;

/** The strength of comparisons by size, and of the strongest operator that joins conditions. */
const comparisonStrength = 4;
const logicStrength = 2;

/** The parts of a ScriptProfile that concern the parser. */
export type ScriptGrammar = Pick<ScriptProfile, 'grammar' | 'missingOperators' | 'missingFunctions' | 'hasScopedVariables'>;

/** Parses expressions token by token. Throws a ScriptSyntaxError at the first unexpected one. */
export class ExpressionParser {
  readonly profile: ScriptGrammar;
  private readonly tokens: readonly Token[];
  /** What version 1 of the grammar needs in parentheses, from `start` up to, not including, `end`. Recorded for version 2. */
  readonly version1Groups: SourceSpan[] = [];
  /** Where each expression is in the source, without the parentheses around it. */
  readonly spans = new Map<FunctionArgument, SourceSpan>();
  private next = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], profile: ScriptGrammar = taleportScriptProfile) {
    this.tokens = tokens;
    this.profile = profile;
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

  fail(text: Message, token = this.peek()): never {
    throw new ScriptSyntaxError(text, token.at);
  }

  /** An expression whose operators bind more tightly than `above`. */
  parseExpression(above = 0): Expression {
    const first = this.peek();
    let left = this.parseOperand(above);
    let isCompared = false;
    // What a `not` applies to in version 1, where a comparison follows its operand.
    let negated: SourceSpan | null = null;
    for (let length = 1; ; length++) {
      if (length > maxLength) this.fail(message('script.expressionTooLong'));
      const token = this.peek();
      const operator = token.type === 'sign' || token.type === 'word' ? binaryOperators.get(token.text) : undefined;
      if (negated && (operator === undefined || operator[1] <= logicStrength)) {
        this.version1Groups.push(negated);
        negated = null;
      }
      if (operator === undefined || operator[1] <= above) return left;
      const [name, strength] = operator;
      const isComparison = strength > logicStrength && strength <= comparisonStrength;
      const compares = this.isVersion1 && isComparison;
      if (compares && isCompared) this.fail(message('script.version1.comparison'));
      if (isComparison && isCompared) this.version1Groups.push({ start: negated?.start ?? first.start, end: this.lastEnd });
      isCompared = isComparison;
      this.refuseMissingOperator(token);
      this.consume();
      const isNot = token.text === 'is' && this.accept('not');
      const { start } = this.peek();
      const right = this.parseExpression(compares ? comparisonStrength : strength);
      if (isComparison && isComparisonExpression(right)) this.version1Groups.push({ start, end: this.lastEnd });
      if (strength > logicStrength && above <= logicStrength && unaryOperators.get(first.text) === 'not' && first.type !== 'string')
        negated = { start: this.tokenAfter(first).start, end: this.lastEnd };
      left = { type: 'binary', operator: isNot ? '!=' : name, left, right, at: left.at };
      this.spans.set(left, { start: first.start, end: this.lastEnd });
    }
  }

  /** A variable: `name`, or `scope.name` for one of a board or component. */
  parseVariable(): VariableReference {
    const token = this.peek();
    if (token.type !== 'word') this.fail(message('script.unexpected.variable', tokenParams(token)));
    if (isReservedWord(token.text)) this.fail(message('script.reservedWord', { name: token.text }));
    this.consume();
    if (!this.accept('.')) return { scope: null, name: token.text, at: token.at };
    if (!this.profile.hasScopedVariables) this.fail(message('script.version1.scope'), token);
    const name = this.consume();
    if (name.type !== 'word' || isReservedWord(name.text)) this.fail(message('script.expected.nameAfterDot', { scope: token.text }), name);
    return { scope: token.text, name: name.text, at: token.at };
  }

  /** A call of the function that the next token names. */
  parseCall(): FunctionCall {
    const token = this.consume();
    const rule = scriptFunctions.get(token.text);
    if (rule === undefined || this.profile.missingFunctions.includes(token.text))
      this.fail(message('script.unknownFunction', { name: token.text }), token);
    if (!this.accept('(')) this.fail(message('script.expected.open', { name: token.text, ...tokenParams(this.peek()) }));
    const list: FunctionArgument[] = [];
    if (!this.accept(')')) {
      do list.push(this.parseArgument(token.text, rule));
      while (this.accept(','));
      if (!this.accept(')')) this.fail(message('script.expected.closeArguments', { name: token.text, ...tokenParams(this.peek()) }));
    }
    if (list.length < rule.minArguments || list.length > rule.maxArguments)
      this.fail(message('script.argumentCount', { name: token.text, arguments: describeArgumentCount(rule), count: list.length }), token);
    return { type: 'call', name: token.text, arguments: list, at: token.at };
  }

  private parseArgument(name: string, rule: FunctionSignature): FunctionArgument {
    const token = this.peek();
    if (rule.argumentKind === 'variables') return { type: 'variable', variable: this.parseVariable(), at: token.at };
    if (rule.argumentKind === 'values') {
      const value = this.parseExpression(this.isVersion1 ? comparisonStrength : 0);
      const isGroup = (this.spans.get(value)?.start ?? token.start) > token.start;
      if (isConditionExpression(value) && !isGroup) this.version1Groups.push({ start: token.start, end: this.lastEnd });
      if (this.isVersion1 && isConditionOperator(this.peek())) this.fail(message('script.version1.argument'));
      return value;
    }
    if (token.type !== 'mention') this.fail(message('script.elementNeeded', { name }));
    this.consume();
    const attributes = new Map(token.mention.attributes);
    const type = attributes.get('data-type');
    if (type !== 'element') this.fail(message('script.elementNeededNotOther', { name, type: String(type) }), token);
    return { type: 'mention', id: attributes.get('data-id') ?? '', label: attributes.get('data-label') ?? token.text, at: token.at };
  }

  /** Throws at an operator that this interpreter does not have. */
  refuseMissingOperator(token: Token): void {
    if (this.profile.missingOperators.includes(token.text)) this.fail(message('script.missingOperator', { operator: token.text }), token);
  }

  /** The end of the last token that was consumed. */
  private get lastEnd(): number {
    return this.tokens[this.next - 1]?.end ?? 0;
  }

  private tokenAfter(token: Token): Token {
    return this.tokens[this.tokens.indexOf(token) + 1] ?? token;
  }

  private get isVersion1(): boolean {
    return this.profile.grammar === 1;
  }

  private parseOperand(above: number): Expression {
    const token = this.peek();
    if (++this.depth > maxDepth) this.fail(message('script.nestedTooDeep'));
    try {
      const operator = token.type === 'sign' || token.type === 'word' ? unaryOperators.get(token.text) : undefined;
      if (operator === undefined) return this.parsePrimary(token);
      this.consume();
      const { start } = this.peek();
      const operand = this.isVersion1 ? this.parseOperand1(token, operator, above) : this.parseOperand(above);
      const repeats = operand.type === 'unary' && (operator !== 'not' || operand.operator === 'not');
      if (repeats) this.version1Groups.push({ start, end: this.lastEnd });
      if (operator === 'not' && above > logicStrength) this.version1Groups.push({ start: token.start, end: this.lastEnd });
      const unary: Expression = { type: 'unary', operator, operand, at: token.at };
      this.spans.set(unary, { start: token.start, end: this.lastEnd });
      return unary;
    } finally {
      this.depth--;
    }
  }

  /** The operand of a unary operator in version 1. */
  private parseOperand1(token: Token, operator: UnaryOperator, above: number): Expression {
    const next = this.peek();
    const isUnary = (next.type === 'sign' || next.type === 'word') && unaryOperators.get(next.text);
    if (operator !== 'not') {
      if (isUnary) this.fail(message('script.version1.unary'));
      return this.parsePrimary(next);
    }
    if (above > logicStrength) this.fail(message('script.version1.not'), token);
    if (isUnary === 'not') this.fail(message('script.version1.unary'));
    return this.parseExpression(logicStrength);
  }

  private parsePrimary(token: Token): Expression {
    const primary = this.parseValue(token);
    if (!this.spans.has(primary)) this.spans.set(primary, { start: token.start, end: this.lastEnd });
    return primary;
  }

  private parseValue(token: Token): Expression {
    if (token.type === 'integer' || token.type === 'float') return { type: token.type, value: Number(this.consume().text), at: token.at };
    if (token.type === 'string') {
      this.consume();
      return { type: 'string', value: token.text, source: token.source, at: token.at };
    }
    if (token.type === 'mention') this.fail(message('script.mentionOnlyInVisits'));
    if (token.type === 'sign' && this.accept('(')) {
      const inside = this.parseExpression();
      if (!this.accept(')')) this.fail(message('script.expected.close', tokenParams(this.peek())));
      return inside;
    }
    if (token.type !== 'word') this.fail(message('script.unexpected.value', tokenParams(token)));
    if (token.text === 'true' || token.text === 'false') return { type: 'boolean', value: this.consume().text === 'true', at: token.at };
    const opens = this.peek(1).text === '(' && this.peek(1).type === 'sign' && !this.peek(1).firstOnLine;
    if (!scriptFunctions.has(token.text) && !opens) return { type: 'variable', variable: this.parseVariable(), at: token.at };
    if (scriptFunctions.get(token.text)?.returns === 'nothing') this.fail(message('script.noValueLine', { name: token.text }));
    return this.parseCall();
  }

  private accept(text: string): boolean {
    const token = this.peek();
    if (token.text !== text || (token.type !== 'sign' && token.type !== 'word')) return false;
    this.consume();
    return true;
  }
}

const comparisons: ReadonlySet<string> = new Set<BinaryOperator>(['==', '!=', '<', '<=', '>', '>=']);

const isComparisonExpression = (expression: Expression): boolean => expression.type === 'binary' && comparisons.has(expression.operator);

const isConditionExpression = (expression: Expression): boolean =>
  isComparisonExpression(expression) ||
  (expression.type === 'unary' && expression.operator === 'not') ||
  (expression.type === 'binary' && (expression.operator === 'and' || expression.operator === 'or'));

/** Whether a token joins or compares conditions. */
function isConditionOperator({ type, text }: Token): boolean {
  const operator = type === 'sign' || type === 'word' ? binaryOperators.get(text) : undefined;
  return operator !== undefined && operator[1] <= comparisonStrength;
}

/** The parameters of a message that names a token. */
export const tokenParams = ({ type, text }: Token): { readonly token: Token['type']; readonly text: string } => ({ token: type, text });

/** `text` is the source text, for a string its value; `source` is that of a string with its escapes. `firstOnLine`: a line ends between the previous token and this one. */
type TokenSpan = { text: string; start: number; end: number; at: SourcePosition; firstOnLine: boolean };
export type Token = TokenSpan &
  (
    | { type: 'word' | 'integer' | 'float' | 'sign' | 'end' }
    | { type: 'string'; source: string }
    | { type: 'mention'; mention: SourceMention }
  );

const tokenPattern =
  /(?<blank>[ \t\r\n]+)|(?<float>\d*\.\d+)|(?<integer>\d+)|(?<word>[A-Za-z$_][0-9A-Za-z$_]*)|(?<string>"(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*"|'(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*')|(?<sign>[*/+\-%<>=!]=|&&|\|\||[*/+\-%<>=!(),.])/y;

const escapeCharacters: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The words, numbers, strings, signs and mentions of a source, each with its position, with an `end` after the last. Throws a ScriptSyntaxError at an invalid character. */
export const tokenize = (code: ScriptSource, block: number): Token[] => runSteps(tokenizeInSteps(code, block));

/** As many tokens are read in one step. */
const tokensPerStep = 2 ** 10;

/** Like `tokenize`, in short steps. */
export function* tokenizeInSteps(code: ScriptSource, block: number): Generator<void, Token[]> {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  let firstOnLine = true;
  const createSpan = (text: string, start: number, end: number): TokenSpan => {
    const at = { block, line, column: start - lineStart + 1 };
    const span = { text, start, end, at, firstOnLine };
    firstOnLine = false;
    return span;
  };
  /** Adds the tokens of a part of the source, which ends at a mention or at the end of the source. */
  function* addTokens(start: number, end: number, follows: 'mention' | 'end'): Generator<void, void> {
    const source = code.text.slice(0, end);
    tokenPattern.lastIndex = start;
    while (tokenPattern.lastIndex < end) {
      const from = tokenPattern.lastIndex;
      if (tokens.length % tokensPerStep === tokensPerStep - 1) {
        yield;
        // Another source may have been read meanwhile.
        tokenPattern.lastIndex = from;
      }
      const found = tokenPattern.exec(source);
      if (found === null) throw createTokenError(source, from, follows, createSpan('', from, from).at);
      const { blank, float, integer, word, string, sign } = found.groups ?? {};
      const to = tokenPattern.lastIndex;
      if (blank !== undefined) {
        for (let index = from; index < to; index++) {
          if (source[index] !== '\n') continue;
          line++;
          lineStart = index + 1;
          firstOnLine = true;
        }
      } else if (string !== undefined)
        tokens.push({ type: 'string', source: string.slice(1, -1), ...createSpan(unescapeString(string), from, to) });
      else if (word !== undefined) tokens.push({ type: 'word', ...createSpan(word, from, to) });
      else if (sign !== undefined) tokens.push({ type: 'sign', ...createSpan(sign, from, to) });
      else if (float !== undefined) tokens.push({ type: 'float', ...createSpan(float, from, to) });
      else if (integer !== undefined) tokens.push({ type: 'integer', ...createSpan(integer, from, to) });
    }
  }
  let next = 0;
  for (const mention of code.mentions) {
    yield* addTokens(next, mention.start, 'mention');
    tokens.push({ type: 'mention', mention, ...createSpan(code.text.slice(mention.start, mention.end), mention.start, mention.end) });
    next = mention.end;
  }
  yield* addTokens(next, code.text.length, 'end');
  tokens.push({ type: 'end', ...createSpan('', code.text.length, code.text.length) });
  return tokens;
}

function unescapeString(string: string): string {
  return string.slice(1, -1).replace(/\\(.)/g, (_escape, character: string) => escapeCharacters[character] ?? character);
}

function createTokenError(source: string, at: number, follows: 'mention' | 'end', place: SourcePosition): ScriptSyntaxError {
  const quote = source[at];
  if (quote !== '"' && quote !== "'") {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    return new ScriptSyntaxError(message('script.unexpected.character', { character }), place);
  }
  const [inside = ''] = /^(?:[^\\\r\n'"]|\\[abfnrtv'"\\])*/.exec(source.slice(at + 1)) ?? [];
  const stop = source[at + 1 + inside.length];
  if (stop === '\\') return new ScriptSyntaxError(message('script.string.escape'), place);
  if (stop === '"' || stop === "'") return new ScriptSyntaxError(message('script.string.quote', { quote: stop }), place);
  if (stop === undefined && follows === 'mention') return new ScriptSyntaxError(message('script.string.mention'), place);
  return new ScriptSyntaxError(message('script.string.open', { quote }), place);
}
