/**
 * What the script interpreters take, written from the published grammar and apart from our own parser: it reads and throws, and runs nothing. Only whether
 * a script is taken counts, so that operators need no precedence.
 */
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterMap['childNode'];
/** `mention` contains the type of the mentioned record. */
type Token = { readonly is: 'name' | 'number' | 'string' | 'sign' | 'mention'; readonly text: string };

const unary = new Set(['!', 'not', '+', '-']);
const binary = new Set(['*', '/', '%', '+', '-', '<', '<=', '>', '>=', '==', '!=', 'is', 'and', '&&', 'or', '||']);
const assigns = new Set(['=', '+=', '-=', '*=', '/=', '%=']);
const values: Readonly<Record<string, readonly [least: number, most: number]>> = {
  abs: [1, 1],
  max: [2, 99],
  min: [2, 99],
  random: [0, 0],
  roll: [1, 2],
  round: [1, 1],
  sqr: [1, 1],
  sqrt: [1, 1],
  visits: [0, 1],
};
const statements: Readonly<Record<string, readonly [least: number, most: number]>> = {
  show: [1, 99],
  reset: [1, 99],
  resetAll: [0, 99],
  resetVisits: [0, 0],
};
const words = new Set([
  'if',
  'elseif',
  'else',
  'endif',
  'and',
  'or',
  'is',
  'not',
  'true',
  'false',
  ...Object.keys(values),
  ...Object.keys(statements),
]);

class Refused extends Error {}
const refuse = (message: string): never => {
  throw new Refused(message);
};

/** [Exports] Content or label: p, blockquote and pre code at the top level, at least one; one statement a block, ifs in order with something in each. */
export function interpret(html: string): void {
  /** For each open if: whether there was an else, and whether the open branch contains anything. */
  const open: { hasElse: boolean; hasBody: boolean }[] = [];
  const { childNodes } = parseFragment(html);
  if (childNodes.length === 0) refuse('nothing to read');
  const turn = (): { hasElse: boolean; hasBody: boolean } => {
    const last = open.at(-1) ?? refuse('there is no if');
    if (!last.hasBody) refuse('nothing in a branch');
    return last;
  };
  const stands = (): void => {
    const last = open.at(-1);
    if (last) last.hasBody = true;
  };
  for (const node of childNodes) {
    if (node.nodeName === 'p' || node.nodeName === 'blockquote') {
      if (node.nodeName === 'blockquote' && html.includes('<blockquote><pre>')) refuse('a script inside a quotation');
      stands();
      continue;
    }
    if (node.nodeName !== 'pre') refuse(`${node.nodeName} at the top level`);
    const [code, ...others] = childrenOf(node);
    if (code?.nodeName !== 'code' || others.length > 0) refuse('a pre without a code');
    const reader = new Reader(tokensOf(code ? childrenOf(code) : []));
    const clause = reader.statement();
    if (clause === 'if') {
      stands();
      open.push({ hasElse: false, hasBody: false });
    } else if (clause === 'endif') {
      turn();
      open.pop();
    } else if (clause === null) stands();
    else {
      const last = turn();
      if (last.hasElse) refuse(`${clause} after else`);
      last.hasBody = false;
      if (clause === 'else') last.hasElse = true;
    }
  }
  if (open.length > 0) refuse('an if that is never closed');
}

/** [Exports] The script of a condition: one value. A single statement runs, too. */
export function interpretCondition(script: string): void {
  const tokens = tokensOf(parseFragment(script).childNodes);
  try {
    new Reader(tokens).condition();
  } catch (error) {
    if (new Reader(tokens).statement() !== null) throw error;
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** A whole block; gives the word of a line of a choice. */
  statement(): 'if' | 'elseif' | 'else' | 'endif' | null {
    const first = this.#take();
    const clause = first.is === 'name' && /^(?:if|elseif|else|endif)$/.test(first.text) ? (first.text as 'if') : null;
    if (clause === 'if' || (first.text as string) === 'elseif') this.#expression();
    else if (clause === null) this.#does(first);
    this.#end();
    return clause;
  }

  condition(): void {
    this.#expression();
    this.#end();
  }

  #does(first: Token): void {
    const takes = statements[first.text];
    if (takes) {
      this.#call(first.text, takes);
      return;
    }
    this.#variable(first);
    if (!assigns.has(this.#take().text)) refuse('no assignment');
    this.#expression();
  }

  #expression(): void {
    this.#operand();
    while (binary.has(this.#peek()?.text ?? '') && this.#peek()?.is !== 'string') {
      if (this.#take().text === 'is' && this.#peek()?.text === 'not') this.#next++;
      this.#operand();
    }
  }

  #operand(): void {
    let token = this.#take();
    while (token.is !== 'string' && unary.has(token.text)) token = this.#take();
    if (token.is === 'number' || token.is === 'string') return;
    if (token.is === 'sign' && token.text === '(') {
      this.#expression();
      this.#sign(')');
      return;
    }
    if (token.is !== 'name') refuse(`${token.text} is no value`);
    if (token.text === 'true' || token.text === 'false') return;
    const takes = values[token.text];
    if (takes) this.#call(token.text, takes);
    else this.#variable(token);
  }

  #call(name: string, [least, most]: readonly [number, number]): void {
    this.#sign('(');
    let count = 0;
    if (this.#peek()?.text !== ')')
      do {
        count++;
        if (name === 'visits') {
          if (this.#take().is !== 'mention' || this.#tokens[this.#next - 1]?.text !== 'element') refuse('visits takes an element');
        } else if (name.startsWith('reset')) this.#variable(this.#take());
        else this.#expression();
      } while (this.#peek()?.text === ',' && this.#take());
    this.#sign(')');
    if (count < least || count > most) refuse(`${name} with ${count} arguments`);
  }

  #variable(first: Token): void {
    if (first.is !== 'name' || words.has(first.text)) refuse(`${first.text} is no variable`);
    if (this.#peek()?.text !== '.') return;
    this.#next++;
    const second = this.#take();
    if (second.is !== 'name' || words.has(second.text)) refuse('no variable after the dot');
  }

  #sign(text: string): void {
    const token = this.#take();
    if (token.is !== 'sign' || token.text !== text) refuse(`${text} was expected`);
  }

  #end(): void {
    if (this.#next < this.#tokens.length) refuse('more than one statement');
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #take(): Token {
    return this.#tokens[this.#next++] ?? refuse('the end');
  }
}

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

function tokensOf(nodes: readonly Node[]): Token[] {
  return nodes.flatMap((node): Token[] => {
    if ('value' in node) return cut(node.value);
    if (node.nodeName !== 'span' || !('attrs' in node)) return refuse(`${node.nodeName} in a script`);
    return [{ is: 'mention', text: node.attrs.find(({ name }) => name === 'data-type')?.value ?? '' }];
  });
}

const piece =
  /\s+|(?<number>\d*\.\d+|\d+)|(?<name>[A-Za-z$_][\w$]*)|(?<string>"(?:[^\\\n'"]|\\[abfnrtv'"\\])*"|'(?:[^\\\n'"]|\\[abfnrtv'"\\])*')|(?<sign>&&|\|\||[*/+\-%<>=!]=|[*/+\-%<>=!(),.])/y;

function cut(source: string): Token[] {
  const tokens: Token[] = [];
  piece.lastIndex = 0;
  while (piece.lastIndex < source.length) {
    const groups = (piece.exec(source) ?? refuse(`no script: ${source}`)).groups ?? {};
    for (const is of ['number', 'name', 'string', 'sign'] as const) {
      const text = groups[is];
      if (text !== undefined) tokens.push({ is, text });
    }
  }
  return tokens;
}
