/** Rich text reduced to its scripts, for code that is only about those. */

const codeBlock = /<pre><code>.*?<\/code><\/pre>/gs;
/** Tags that decide how a script in them is read: a `<code>` in a list is text, and quotations are blocks of their own. */
const structure = /<(?:blockquote|ul|ol)\b/;

/**
 * A rich text in canonical form that has the same scripts with the same indexes, in most cases without the texts between them: the same for every
 * translation of a text.
 */
export function withoutTexts(html: string): string {
  const blocks = html.match(codeBlock) ?? [];
  const isPlain = blocks.length === html.split('<code').length - 1 && !structure.test(html);
  return isPlain ? blocks.join('') : html;
}
