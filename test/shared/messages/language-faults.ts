/** What is wrong with a language: messages that it lacks, that English does not have, or that use parameters English does not give. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paramTypes } from '../../../scripts/message-types.mjs';

/** `folder`: of the language, beside that of English. */
export function languageFaults(folder: string): string[] {
  const english = readMessages(join(folder, '../en'));
  const translated = readMessages(folder);
  const missing = [...english.keys()].filter((key) => !translated.has(key)).map((key) => `${key} is missing`);
  const wrong = [...translated].flatMap(([key, text]) => {
    const original = english.get(key);
    // An exporter may bring messages of its own, which are not in the catalogue (defineExporterMessages).
    if (original === undefined) return key.startsWith('exporter.') ? [] : [`${key} is unknown`];
    const fault = messageFault(text, original);
    return fault === null ? [] : [`${key} ${fault}`];
  });
  return [...missing, ...wrong].sort();
}

function messageFault(text: string, original: string): string | null {
  const given = paramTypes(original);
  try {
    const unknown = [...paramTypes(text).keys()].filter((name) => !given.has(name));
    return unknown.length === 0 ? null : `has no parameter ${unknown.join(', ')}`;
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  }
}

const readMessages = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => Object.entries<string>(JSON.parse(readFileSync(join(folder, file), 'utf8')))),
  );
