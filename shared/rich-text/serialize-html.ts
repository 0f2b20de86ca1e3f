/** Writes HTML in canonical form, with entities and attributes as the HTML standard serializes them, and decodes its entities. */
import type { HtmlAttribute } from './scan-html.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' };

/** Text as HTML. Line ends become `\n`, as in every HTML parser. */
export function escapeText(text: string): string {
  return escapeCharacters(text, /[&<>\u00a0]/g);
}

/** An opening tag with its attributes in the order given. */
export function serializeOpeningTag(name: string, attributes: readonly HtmlAttribute[]): string {
  let tag = `<${name}`;
  for (const [attribute, value] of attributes) tag += ` ${attribute}="${escapeAttributeValue(value)}"`;
  return `${tag}>`;
}

/** The value of an attribute as written between double quotes. */
export function escapeAttributeValue(value: string): string {
  return escapeCharacters(value, /[&<>"\u00a0]/g);
}

/** Line ends as every HTML parser reads them. */
export const normalizeLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

function escapeCharacters(text: string, special: RegExp): string {
  return normalizeLineEnds(text).replace(special, (character) => entities[character] ?? character);
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/**
 * The plain text of canonical HTML text, an attribute value or a condition script. Only complete entities with a semicolon count: `a &&not b`
 * contains none.
 */
export function decodeEntities(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (entity, decimal, hexadecimal, name) => {
    if (name !== undefined) return namedEntities[name] ?? entity;
    const codepoint = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number.parseInt(decimal, 10);
    return codepoint > 0 && codepoint <= 0x10ffff ? String.fromCodePoint(codepoint) : entity;
  });
}
