/**
 * Derives shared/messages/message-params.ts, the types of all keys and parameters, from the English catalogue:
 *   npm run messages
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { readCommandLine } from './command-line.mjs';
import { isMainModule } from './paths.mjs';

const folder = resolve(import.meta.dirname, '../shared/messages');
const output = join(folder, 'message-params.ts');

/** The kinds of elements in FormatJS' syntax tree. */
const elementTypes = { literal: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, pound: 7, tag: 8 };

/**
 * The types of the parameters of a message, by name.
 * @param {string} text ICU MessageFormat
 * @returns {Map<string, string>}
 */
export function paramTypes(text) {
  const types = new Map();
  // The tree is plain data; its types are not exported.
  const visit = (/** @type {any[]} */ elements) => {
    for (const element of elements) {
      const type = typeOf(element);
      // A parameter that is used twice has the narrower type: `{count}` together with `{count, plural, …}` is a number.
      if (type !== undefined && (types.get(element.value) ?? 'MessageValue') === 'MessageValue') types.set(element.value, type);
      for (const { value } of Object.values(element.options ?? {})) visit(value);
      visit(element.children ?? []);
    }
  };
  visit(new IntlMessageFormat(text, 'en').getAst());
  return types;
}

/** @param {any} element @returns {string | undefined} */
function typeOf({ type, options }) {
  if (type === elementTypes.argument) return 'MessageValue';
  if ([elementTypes.number, elementTypes.date, elementTypes.time, elementTypes.plural].includes(type)) return 'number';
  if (type !== elementTypes.select) return undefined;
  const names = Object.keys(options).filter((name) => name !== 'other');
  if (names.every((name) => name === 'true' || name === 'false')) return 'boolean';
  return 'string';
}

/** The complete text of the generated file. */
export function renderMessageParams() {
  const english = readEnglish();
  const lines = Object.entries(english).map(([key, text]) => {
    const types = [...paramTypes(text)].sort(([a], [b]) => (a < b ? -1 : 1));
    if (types.length === 0) return `  '${key}': undefined;\n`;
    const members = types.map(([name, type]) => `readonly ${name}: ${type}`);
    const line = `  '${key}': { ${members.join('; ')} };\n`;
    // Wraps lines like the formatter.
    return line.length <= 141 ? line : `  '${key}': {\n${members.map((member) => `    ${member};\n`).join('')}  };\n`;
  });
  return `/** Derived from the English catalogue by \`npm run messages\`. */
import type { MessageValue } from './message-value.ts';

export interface MessageParams {
${lines.join('')}}
`;
}

/** @returns {Record<string, string>} */
function readEnglish() {
  const files = readdirSync(join(folder, 'en')).filter((file) => file.endsWith('.json'));
  return Object.assign({}, ...files.sort().map((file) => JSON.parse(readFileSync(join(folder, 'en', file), 'utf8'))));
}

if (isMainModule(import.meta.url)) {
  readCommandLine('npm run messages', {});
  writeFileSync(output, renderMessageParams());
}
