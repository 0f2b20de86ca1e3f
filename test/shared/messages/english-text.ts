/** Finds text in the sources that reads like English: only the catalogue may contain it. */
import { allNodes, childNodes, isNode, nameOf, parseModule, type SyntaxNode } from '../../syntax-tree.ts';

/** Errors of these classes are bugs: they go to the log and are not shown. */
const bugs: ReadonlySet<unknown> = new Set(['Error', 'TypeError', 'RangeError']);
/** The arguments of these functions are no text for a user: the log, SQL, conditions of tests and keys of messages; or the catalogue of an exporter. */
const otherTexts: ReadonlySet<unknown> = new Set([
  'log',
  'prepare',
  'exec',
  'pragma',
  't',
  'message',
  'describe',
  'defineExporterMessages',
]);
/** What a computed part of a template stands for. */
const gap = '\u0000';
/** Three words in a row, of which a computed part may be one. */
const phrase =
  /(?:^|[\s“(])(?:[A-Za-z][A-Za-z’']*[,:;]? ){2}[A-Za-z][A-Za-z’']+|\0 [a-z’']{2,} (?:[A-Za-z’']{2,}|\0)|[A-Za-z’']{2,} \0 [a-z’']{2,}/;

/** The literals and templates of a module that contain three words in a row. */
export function findEnglish(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (isOtherText(node)) return;
    const text = textOf(node);
    if (text !== undefined && phrase.test(text)) found.push(text.replaceAll(gap, '…'));
    for (const child of childNodes(node)) visit(child);
  };
  for (const statement of parseModule(file, source)) visit(statement);
  return found;
}

function isOtherText(node: SyntaxNode): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return true;
  if (node.type === 'NewExpression') return bugs.has(nameOf(node.callee));
  return node.type === 'CallExpression' && otherTexts.has(nameOf(node.callee));
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' || node.type === 'JSXText') return typeof node.value === 'string' ? node.value.trim() : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  // The parser's type of a template: its texts, one more than its computed parts.
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join(gap);
}

/** Where a module formats by the rules of a fixed language: `new Intl.NumberFormat('en')`, of the computer: `toLocaleString`, or with a point: `toFixed`. */
export function findFixedLanguages(file: string, source: string): string[] {
  return [...allNodes(parseModule(file, source))].flatMap((node) => {
    if (node.type === 'Literal' && node.value === 'en-GB') return ["'en-GB'"];
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return [];
    const { callee } = node;
    const name = nameOf(callee) ?? '';
    if (/^(?:toLocale(?:Date|Time)?String|toFixed|localeCompare)$/.test(name)) return [name];
    const isIntl = isNode(callee) && nameOf(callee.object) === 'Intl';
    const [locale] = Array.isArray(node.arguments) ? node.arguments : [];
    return isIntl && isNode(locale) && locale.type === 'Literal' ? [`Intl.${name}`] : [];
  });
}
