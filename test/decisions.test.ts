/** No decision is read from a message: Problems, faults and statuses have a reason for that, and their messages are only for people. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { englishCatalogue } from '../shared/messages/english.ts';
import { listFiles } from './import-graph.ts';
import { root } from './root.ts';
import { allNodes, isNode, lineAt, nameOf, parseModule, type SyntaxNode } from './syntax-tree.ts';

/** What compares keys of messages, and why. */
const mayCompareKeys: Readonly<Record<string, string>> = {
  'shared/messages/message.ts': 'says which messages are a text of their own, for all other code',
  'shared/messages/translator.ts': 'the texts of an exported document are never shortened',
  'main/engine/storage/rename-stored-rows.ts': 'the rows of an earlier version contain keys',
};

const keys = Object.keys(englishCatalogue.messages);
const comparisons: ReadonlySet<unknown> = new Set(['===', '!==', '==', '!=']);

/** The lines that compare a `key` with the key of a message, or with its beginning or end. Names of events and fields may be the same text. */
function keyComparisons(file: string, source: string): number[] {
  const cases = new Map<SyntaxNode, SyntaxNode>();
  const nodes = [...allNodes(parseModule(file, source), (child, parent) => cases.set(child, parent))];
  return nodes.filter((node) => comparesKey(node, cases.get(node))).map(({ start }) => lineAt(source, start));
}

function comparesKey(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  switch (node.type) {
    case 'BinaryExpression':
      return (
        comparisons.has(node.operator) && ((isNamedKey(node.left) && isKey(node.right)) || (isNamedKey(node.right) && isKey(node.left)))
      );
    case 'SwitchCase':
      return isNamedKey(parent?.discriminant) && isKey(node.test);
    case 'CallExpression':
      return isKeySearch(node);
    default:
      return false;
  }
}

/** `key.startsWith('problem.')`, `['problem.busy'].includes(key)`. */
function isKeySearch({ callee, arguments: given }: SyntaxNode): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  const [argument] = Array.isArray(given) ? given : [];
  if (isNode(callee.object) && callee.object.type === 'ArrayExpression')
    return isNamedKey(argument) && Array.isArray(callee.object.elements) && callee.object.elements.some(isKey);
  return (
    ['startsWith', 'endsWith', 'includes'].includes(nameOf(callee.property) ?? '') && isNamedKey(callee.object) && isPartOfKey(argument)
  );
}

/** `key`, `messageKey`, `text.key`. */
const isNamedKey = (node: unknown): boolean =>
  isNode(node) && /^(\w+K|k)ey$/.test(nameOf(node.type === 'MemberExpression' ? node.property : node) ?? '');

const isKey = (node: unknown): boolean => keys.includes(textOf(node));

function isPartOfKey(node: unknown): boolean {
  const text = textOf(node);
  return text.includes('.') && keys.some((key) => key.startsWith(text) || key.endsWith(text));
}

/** The text of a literal, also in `'…' satisfies MessageKey`; empty for anything else. */
function textOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'ParenthesizedExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression')
    return textOf(node.expression);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
}

test('a comparison with the key of a message is found, and other comparisons are not', () => {
  const found = (source: string) => keyComparisons('main/sample.ts', source).length;
  for (const source of [
    "const isBusy = text.key === 'problem.app.closing';",
    "const isBusy = 'problem.app.closing' !== key;",
    "const isBusy = key === ('problem.app.closing' satisfies MessageKey);",
    "switch (text.key) { case 'problem.app.closing': break; }",
    "const isProblem = fault.key.startsWith('problem.');",
    "const isClosing = fault.key.endsWith('.closing');",
    "const isBusy = ['problem.app.closing'].includes(key);",
  ])
    expect(found(source), source).toBe(1);
  for (const source of [
    "const isEnter = event.key === 'Enter';",
    "const isArrow = event.key.startsWith('Arrow');",
    "const isScript = path.endsWith('.gd');",
    "const isOpen = event.name === 'problem.app.closing';",
    "const text = isBusy ? message('problem.app.closing') : null;",
    "const isClosing = problem.reason === 'closing';",
  ])
    expect(found(source), source).toBe(0);
});

test('only what is listed compares keys of messages', () => {
  const files = ['main', 'renderer', 'shared'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
  const found = files.flatMap((file) =>
    keyComparisons(file, readFileSync(join(root, file), 'utf8')).map((line) => ({ file, place: `${file}:${line}` })),
  );
  expect(found.filter(({ file }) => !(file in mayCompareKeys)).map(({ place }) => place)).toEqual([]);
  const unused = Object.keys(mayCompareKeys).filter((file) => !found.some((each) => each.file === file));
  expect(unused).toEqual([]);
});
