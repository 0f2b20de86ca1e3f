/** Decodes the entities of canonical HTML and scripts. Only complete ones with a semicolon count: `a &&not b` contains none. */

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The plain text of canonical HTML text, an attribute value or a condition script. */
export function decodeEntities(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (entity, decimal, hexadecimal, name) => {
    if (name !== undefined) return namedEntities[name] ?? entity;
    const codepoint = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number.parseInt(decimal, 10);
    return codepoint > 0 && codepoint <= 0x10ffff ? String.fromCodePoint(codepoint) : entity;
  });
}
