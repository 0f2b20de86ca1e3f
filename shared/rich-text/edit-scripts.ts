/** Inserts HTML into the scripts of rich texts and conditions; everything else stays as it is. */
import { parseTree, type RichTextElement, type RichTextNode, serializeNodes } from './rich-text-tree.ts';
import { parseConditionSource, parseScriptSource, type ScriptSource, serializeScriptSource } from './script-source.ts';

/** `at` is a position in the source of the script, outside of mentions. */
export interface ScriptInsertion {
  readonly at: number;
  readonly html: string;
}

export const insertIntoCondition = (script: string, insertions: readonly ScriptInsertion[]): string =>
  insertIntoSource(parseConditionSource(script), insertions);

/** `insertionsOf` gives the insertions for the script with an index, which counts as in parseBlocks. */
export function insertIntoScripts(html: string, insertionsOf: (source: ScriptSource, index: number) => readonly ScriptInsertion[]): string {
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
        const insertions = insertionsOf(source, index++);
        if (insertions.length > 0) code.children = parseCode(insertIntoSource(source, insertions));
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

function insertIntoSource(source: ScriptSource, insertions: readonly ScriptInsertion[]): string {
  let html = '';
  let next = 0;
  for (const insertion of [...insertions].sort((one, two) => one.at - two.at)) {
    html += serializeScriptSource(source, next, insertion.at) + insertion.html;
    next = insertion.at;
  }
  return html + serializeScriptSource(source, next, source.text.length);
}
