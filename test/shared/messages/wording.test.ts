/** The words of the messages: no term of the first version's private vocabulary, and the form of labels. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messages } from '../../../shared/messages/en/messages.ts';
import { type Language, languages } from '../../../shared/messages/languages.ts';
import { listFiles } from '../../import-graph.ts';
import { root } from '../../root.ts';
import { literalTextsOf } from './literal-texts.ts';
import { bannedWords } from './wording.ts';

/** The text of an example in the window belongs to a story and is not a sentence of the program. */
const isExample = (key: string): boolean => key.startsWith('stylesheet.example');
const texts: readonly (readonly [string, string])[] = Object.entries<string>(messages)
  .filter(([key]) => !isExample(key))
  .flatMap(([key, text]) => literalTextsOf(text).map((each) => [key, each] as const));

const lines = (found: typeof texts): string[] => found.map(([key, text]) => `${key}: ${text}`);

describe('the messages', () => {
  test.each(bannedWords)('do not contain what $pattern finds, but: $instead', ({ pattern, example }) => {
    expect(lines(texts.filter(([, text]) => pattern.test(text)))).toEqual([]);
    expect(example).toMatch(pattern);
  });

  test('are in sentence case: only the first word of a label and names are capitalized', () => {
    const names =
      /^(API|REST|URL|ID|JSON|CSS|CSV|HTML|YouTube|Unity|Unreal|Godot|Excel|Taleport|Boolean|MIT|License|Arcweave|WAV|PNG|GIF|X|Y|OpenAPI|UUID|IDs|MB|Taleports|Git|LFS)$/;
    const labels = texts.filter(([key, text]) => !key.startsWith('ui.keys.') && text.length < 40 && !/[.:?!“(0-9]/.test(text));
    const capitalized = labels.filter(([, text]) =>
      text
        .split(/\s+/)
        .slice(1)
        .some((word) => /^[A-Z]/.test(word) && !names.test(word.replace(/[^A-Za-z]/g, ''))),
    );
    expect(lines(capitalized)).toEqual([]);
  });

  test('of buttons and menu entries do not end with a full stop', () => {
    const labels = texts.filter(([key]) => /^actions\.(?!noProject)|Entry$|\.(confirm|action|label)$|\.menu\.|\.actions\./.test(key));
    expect(labels.length).toBeGreaterThan(100);
    expect(lines(labels.filter(([, text]) => /\.$/.test(text.trim())))).toEqual([]);
  });
});

describe('an ellipsis', () => {
  const files = ['main', 'renderer', 'shared'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
  /** A message or a label, and an ellipsis behind it. Shortened texts are neither. */
  const appended = /\$\{(t\([^`]*?\)|\w*[lL]abel)\}…|\{(t\([^}]*\)|\w*[lL]abel)\}…/;

  test('is part of the message: appended to one, it would be there twice', () => {
    expect(files.filter((file) => appended.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
    expect([`\`\${t('a.b')}…\``, '{label}…', `\`\${submitLabel}…\``].filter((each) => !appended.test(each))).toEqual([]);
    expect(appended.test(`\`\${text.slice(0, 9)}…\``)).toBe(false);
  });

  test.each<Language>(Object.values(languages))('is there once in each message of $name', async ({ load }) => {
    expect(Object.entries(await load()).filter(([, text]) => /…\s*…/.test(text))).toEqual([]);
  });
});
