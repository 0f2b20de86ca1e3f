/** Where the sources use messages: the keys and the patterns of computed keys, read from the syntax trees. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../import-graph.ts';
import { root } from '../../root.ts';
import { isNode, nameOf, parseModule } from '../../syntax-tree.ts';

interface MessageUses {
  /** Files by literal key. */
  readonly literals: ReadonlyMap<string, readonly string[]>;
  /** Files by computed key; `*` for each computed part. */
  readonly computed: ReadonlyMap<string, readonly string[]>;
}

/** Functions that return the text of their first argument, a key, in the current language. */
const textFunctions: ReadonlySet<unknown> = new Set(['t', 'fillMessage', 'findText']);
/** Functions whose first argument is a key. */
const keyFunctions: ReadonlySet<unknown> = new Set([...textFunctions, 'message']);
/** Properties of rows (actions, panes, settings sections, shortcuts) and of messages that contain a key. */
const keyProperties: ReadonlySet<unknown> = new Set(['label', 'genericLabel', 'text', 'key']);

/** `features`: the first words of the keys. A property that contains something else is no message. */
export function readMessageUses(features: ReadonlySet<string>): MessageUses {
  const literals = new Map<string, string[]>();
  const computed = new Map<string, string[]>();
  const files = ['main', 'renderer', 'shared'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
  for (const file of files.filter((name) => !name.startsWith('shared/messages/en/')))
    for (const { expression, isProperty } of findKeyExpressions(file, readFileSync(join(root, file), 'utf8')))
      for (const { key, isComputed } of keysOf(expression)) {
        if ((isProperty || isComputed) && !(key.includes('.') && features.has(key.slice(0, key.indexOf('.'))))) continue;
        const uses = isComputed ? computed : literals;
        uses.set(key, [...(uses.get(key) ?? []), file]);
      }
  return { literals, computed };
}

interface KeyExpression {
  readonly expression: unknown;
  readonly isProperty: boolean;
}

/** The expressions of a file that are evaluated to a key. */
export function findKeyExpressions(file: string, source: string): KeyExpression[] {
  const found: KeyExpression[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    if (value.type === 'CallExpression' && Array.isArray(value.arguments) && keyFunctions.has(nameOf(value.callee)))
      found.push({ expression: value.arguments[0], isProperty: false });
    if (value.type === 'Property' && keyProperties.has(nameOf(value.key))) found.push({ expression: value.value, isProperty: true });
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseModule(file, source));
  return found;
}

/** The first arguments of `t`, `findText` and `fillMessage` where they are called while the module is loaded. */
export function findTextsReadOnLoad(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value) || /Function/.test(value.type)) return;
    if (value.type === 'CallExpression' && Array.isArray(value.arguments) && textFunctions.has(nameOf(value.callee)))
      found.push(...keysOf(value.arguments[0]).map(({ key }) => key));
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseModule(file, source));
  return found;
}

/** The keys that an expression can have as its value. A key in a variable is found where the variable gets it. */
export function keysOf(expression: unknown): { readonly key: string; readonly isComputed: boolean }[] {
  if (!isNode(expression)) return [];
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [{ key: expression.value, isComputed: false }] : [];
    case 'TemplateLiteral': {
      // The parser's type of a template: its texts, one more than its computed parts.
      const quasis = expression.quasis as readonly { readonly value: { readonly cooked: string } }[];
      return [{ key: quasis.map(({ value }) => value.cooked).join('*'), isComputed: true }];
    }
    case 'ConditionalExpression':
      return [...keysOf(expression.consequent), ...keysOf(expression.alternate)];
    case 'LogicalExpression':
      return [...keysOf(expression.left), ...keysOf(expression.right)];
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return keysOf(expression.expression);
    default:
      return [];
  }
}

/** Matches the keys that a computed key can be. */
export const patternOf = (computed: string): RegExp =>
  new RegExp(
    `^${computed
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('[^.]+')}$`,
  );
