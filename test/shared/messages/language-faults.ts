/** What is wrong with a language: messages that it lacks, that English does not have, or that do not fit the parameters and tags of English. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { paramTypes } from '../../../scripts/message-types.mjs';

const catalogues = resolve(import.meta.dirname, '../../../shared/messages');

/** The folders of all languages but English. */
export const languageFolders: readonly string[] = readdirSync(catalogues, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map(({ name }) => join(catalogues, name));

/** `folder`: of the language, beside that of English. */
export function languageFaults(folder: string): string[] {
  const english = readMessages(join(folder, '../en'));
  const translated = readMessages(folder);
  const missing = [...english.keys()].filter((key) => !translated.has(key)).map((key) => `${key} is missing`);
  // An exporter may bring messages of its own, which are not in the catalogue (defineExporterMessages).
  const unknown = [...translated.keys()]
    .filter((key) => !english.has(key) && !key.startsWith('exporter.'))
    .map((key) => `${key} is unknown`);
  return [...missing, ...unknown, ...unusableMessages(folder)].sort();
}

/** Messages that could not be formatted: invalid ones, and those with a parameter that English does not give. */
export function unusableMessages(folder: string): string[] {
  const english = readMessages(join(folder, '../en'));
  return [...readMessages(folder)].flatMap(([key, text]) => {
    const original = english.get(key);
    const fault = original === undefined ? null : messageFault(text, original);
    return fault === null ? [] : [`${key} ${fault}`];
  });
}

/** Names that are the same in every language, or on the keyboards of several, and a word of the scripts that stand beside it. */
const names = ['REST API', 'Page Up', 'Page Down', 'else if'];

/** Phrases that are the same as in English, as `key: text`. Single words may be the same: names, and terms that both languages share. */
export function untranslatedMessages(folder: string): string[] {
  const translated = readMessages(folder);
  return [...readMessages(join(folder, '../en'))].flatMap(([key, text]) =>
    translated.get(key) === text && !names.includes(text) && /[a-z]{2}\S*\s+[a-z]{2}/i.test(withoutSyntax(text)) ? [`${key}: ${text}`] : [],
  );
}

function messageFault(text: string, original: string): string | null {
  const given = paramTypes(original);
  try {
    const used = paramTypes(text);
    const unknown = [...used.keys()].filter((name) => !given.has(name));
    if (unknown.length > 0) return `has no parameter ${unknown.join(', ')}`;
    const unused = [...given.keys()].filter((name) => !used.has(name));
    if (unused.length > 0) return `does not use ${unused.join(', ')}`;
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  }
  return tags(text) === tags(original) ? null : 'has other tags';
}

const tags = (text: string): string => (text.match(/<\/?[a-z][^>]*>/g) ?? []).sort().join();

/** Without parameters, and without the keywords of plurals and selections. */
const withoutSyntax = (text: string): string => text.replace(/\{\w+(?:, \w+[^{}]*)?\}?|\b(?:one|other|true|false)\b/g, '');

const readMessages = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => Object.entries<string>(JSON.parse(readFileSync(join(folder, file), 'utf8')))),
  );
