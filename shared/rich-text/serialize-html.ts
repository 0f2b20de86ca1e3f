/** Writes HTML in canonical form: entities and attributes as the HTML standard serializes them. */
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
