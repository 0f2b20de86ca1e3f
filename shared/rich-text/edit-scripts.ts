/** Edits the scripts of rich texts and conditions, and everything else stays as it is; replaces the elements that contain them; keeps only them. */
import { parseTree, type RichTextElement, type RichTextNode, serializeNodes } from './rich-text-tree.ts';
import { parseConditionSource, parseScriptSource, type ScriptSource, type SourceSpan, serializeScriptSource } from './script-source.ts';

/** Replaces the source from `start` up to, not including, `end` by HTML: positions outside of mentions. Edits of a script do not overlap. */
export interface ScriptEdit extends SourceSpan {
  readonly html: string;
}
/** The edits of the script with an index, which counts as in parseBlocks. */
export type ScriptEdits = (source: ScriptSource, index: number) => readonly ScriptEdit[];

export function editCondition(script: string, editsOf: ScriptEdits): string {
  const source = parseConditionSource(script);
  const edits = editsOf(source, 0);
  return edits.length === 0 ? script : editSource(source, edits);
}

export function editScripts(html: string, editsOf: ScriptEdits): string {
  const nodes = parseTree(html);
  let index = 0;
  const visit = (list: readonly RichTextNode[]): void => {
    for (const node of list) {
      if (typeof node === 'string') continue;
      if (node.name === 'blockquote') visit(node.children);
      else if (node.name === 'pre' || node.name === 'code') {
        const code = codeElement(node);
        const source = parseScriptSource(code.children);
        if (source.text.trim() === '') continue;
        const edits = editsOf(source, index++);
        if (edits.length > 0) code.children = parseCode(editSource(source, edits));
      }
    }
  };
  visit(nodes);
  return serializeNodes(nodes);
}

/** The nodes in a code element. */
function parseCode(html: string): RichTextNode[] {
  const [block] = parseTree(`<pre><code>${html}</code></pre>`);
  return block === undefined || typeof block === 'string' ? [] : codeElement(block).children;
}

function codeElement(node: RichTextElement): RichTextElement {
  const [only, ...others] = node.children;
  return node.name === 'pre' && only !== undefined && typeof only !== 'string' && only.name === 'code' && others.length === 0 ? only : node;
}

/** The HTML of a source, or of a part of it, with its edits. */
export function editSource(source: ScriptSource, edits: readonly ScriptEdit[], { start, end }: SourceSpan = wholeOf(source)): string {
  let html = '';
  let next = start;
  for (const edit of [...edits].sort((one, two) => one.start - two.start)) {
    html += serializeScriptSource(source, next, edit.start) + edit.html;
    next = edit.end;
  }
  return html + serializeScriptSource(source, next, end);
}

const wholeOf = ({ text }: ScriptSource): SourceSpan => ({ start: 0, end: text.length });

/**
 * A canonical text with each `<name …>…</name>` replaced. Elements of this name must not be nested. Takes one pass: a regular expression
 * would read the rest of the text again for every opening tag that is never closed.
 */
export function replaceElements(html: string, name: 'code' | 'pre', replace: (openingTag: string, content: string) => string): string {
  const closingTag = `</${name}>`;
  let replaced = '';
  let next = 0;
  for (const { index: start, 0: openingTag } of html.matchAll(openingTags[name])) {
    if (start < next) continue;
    const end = html.indexOf(closingTag, start);
    if (end === -1) break;
    replaced += html.slice(next, start) + replace(openingTag, html.slice(start + openingTag.length, end));
    next = end + closingTag.length;
  }
  return replaced + html.slice(next);
}

const openingTags = { code: /<code(?: [^<>]*)?>/g, pre: /<pre(?: [^<>]*)?>/g };

const [blockStart, codeStart, blockEnd] = ['<pre><code>', '<code', '</code></pre>'];
/** Tags that decide how a script in them is read: a `<code>` in a list is text, and quotations are blocks of their own. */
const structuralTags = ['<blockquote', '<ul', '<ol'];

/**
 * A rich text in canonical form that has the same scripts with the same indexes, in most cases without the texts between them: the same for every
 * translation of a text.
 */
export function withoutTexts(html: string): string {
  let scripts = '';
  let end = 0;
  for (let code = html.indexOf(codeStart); code !== -1; code = html.indexOf(codeStart, end)) {
    const start = code - (blockStart.length - codeStart.length - 1);
    const close = html.indexOf(blockEnd, code);
    if (start < end || close === -1 || !html.startsWith(blockStart, start)) return html;
    // This code element contains another one.
    if (html.lastIndexOf(codeStart, close) !== code) return html;
    end = close + blockEnd.length;
    scripts += html.slice(start, end);
  }
  return structuralTags.some((tag) => html.includes(tag)) ? html : scripts;
}
