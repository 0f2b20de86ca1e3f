/** Text outside of any block, which the script interpreters cannot read: found, reported, and put into paragraphs by the fix. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { checkMessages } from '../../../shared/messages/en/check.ts';
import { isBlockElement, parseTree, type RichTextNode, serializeNodes } from '../../../shared/rich-text/rich-text-tree.ts';
import { isEngineText } from '../engine-text.ts';
import type { LocalizedField } from '../language-selection.ts';
import type { RecordCheck } from './check-context.ts';

/** [Exports] The interpreters read paragraphs, quotations and scripts; text outside of them is exported as a paragraph. */
export const checkTextBlocks: RecordCheck = (checking, { kind, id }) => {
  const { project, languages } = checking;
  const element = kind === 'element' ? project.find('element', id) : undefined;
  if (element) {
    const outside = languagesWithTextOutsideBlocks(languages, element.content);
    const message = (): string => checkMessages.textOutside(checking.elementName(element));
    if (outside.length > 0)
      checking.warn(
        'text-outside-blocks',
        element,
        message(),
        paragraphFix('element', id, { content: wrapFieldTexts(element.content, outside) }),
      );
  }
  const connection = kind === 'connection' ? project.find('connection', id) : undefined;
  if (connection) {
    const outside = languagesWithTextOutsideBlocks(languages, connection.label);
    const message = (): string => checkMessages.textOutside(checking.connectionName(connection));
    if (outside.length > 0)
      checking.warn(
        'text-outside-blocks',
        connection,
        message(),
        paragraphFix('connection', id, { label: wrapFieldTexts(connection.label, outside) }),
      );
  }
};

const paragraphFix = (kind: 'element' | 'connection', id: string, fields: Readonly<Record<string, unknown>>): QuickFix => ({
  label: checkMessages.fixes.paragraph,
  command: { do: 'change', kind, id, fields },
});

const languagesWithTextOutsideBlocks = (languages: readonly string[], cells: LocalizedField): readonly string[] =>
  languages.filter((iso) => {
    const text = cells[iso]?.text;
    return text !== undefined && text !== null && text !== '' && !isEngineText(text) && hasTextOutsideBlocks(text);
  });

const wrapFieldTexts = (cells: LocalizedField, locales: readonly string[]): Record<string, { text: string }> =>
  Object.fromEntries(locales.map((iso) => [iso, { text: wrapTextInParagraphs(cells[iso]?.text ?? '') }]));

const blockTag = /<(\/?)(?:p|pre|blockquote|ul|ol)(?: [^>]*)?>/g;

/** Whether anything but blocks, scripts and blank space stands at the top level of a canonical rich text. */
function hasTextOutsideBlocks(html: string): boolean {
  let depth = 0;
  let next = 0;
  const isText = (end: number): boolean =>
    depth === 0 &&
    html
      .slice(next, end)
      .replace(/<code(?: [^>]*)?>.*?<\/code>/gs, '')
      .trim() !== '';
  for (const found of html.matchAll(blockTag)) {
    if (isText(found.index)) return true;
    depth += found[1] === '/' ? -1 : 1;
    next = found.index + found[0].length;
  }
  return isText(html.length);
}

/** Each run of words and inline tags at the top level becomes a paragraph; everything else stays as it is. */
function wrapTextInParagraphs(html: string): string {
  const nodes: RichTextNode[] = [];
  let run: RichTextNode[] = [];
  const endRun = (): void => {
    const isBlank = run.every((node) => typeof node === 'string' && node.trim() === '');
    nodes.push(...(isBlank ? run : [{ name: 'p', attributes: [], children: run }]));
    run = [];
  };
  for (const node of parseTree(html)) {
    const isScript = typeof node !== 'string' && node.name === 'code';
    if (isScript || isBlockElement(node)) {
      endRun();
      nodes.push(node);
    } else run.push(node);
  }
  endRun();
  return serializeNodes(nodes);
}
