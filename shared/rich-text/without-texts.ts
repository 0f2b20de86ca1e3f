/** Rich text reduced to its scripts, for code that is only about those. */

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
