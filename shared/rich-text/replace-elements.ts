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
