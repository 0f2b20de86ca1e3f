/** Writes HTML in the one canonical form: entities and attributes as the HTML standard serialises them. */
import type { Attribute } from './scan.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' };

/** Text as HTML. Line ends become `\n`, as every reader of HTML makes them. */
export function writeText(text: string): string {
  return write(text, /[&<>\u00a0]/g);
}

/** An opening tag with its attributes in the order given. */
export function writeTag(name: string, attributes: readonly Attribute[]): string {
  let tag = `<${name}`;
  for (const [attribute, value] of attributes) tag += ` ${attribute}="${writeValue(value)}"`;
  return `${tag}>`;
}

/** An attribute's value as it stands between double quotes. */
export function writeValue(value: string): string {
  return write(value, /[&<>"\u00a0]/g);
}

function write(text: string, special: RegExp): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.replace(special, (character) => entities[character] ?? character);
}
