/** The design has one source: everywhere else, colors, fonts and corners are tokens (renderer/ui/tokens.css). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../root.ts';

const rendererFolder = join(root, 'renderer');
const sheets = readdirSync(rendererFolder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
const sourceOf = (file: string) => readFileSync(join(rendererFolder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const tokens = sourceOf(join('ui', 'tokens.css'));
const others = sheets.filter((file) => file !== join('ui', 'tokens.css'));

describe('every stylesheet but the tokens', () => {
  test.each(others)('%s has no colour of its own', (file) => {
    expect(sourceOf(file).match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\(|:\s*(?:white|black|gr[ae]y|red)\b/gi) ?? []).toEqual(
      [],
    );
  });

  test.each(others)('%s takes font sizes and corner radii from the tokens', (file) => {
    const own = sourceOf(file).match(/(?:font(?:-size)?:[^;]*?\b\d*\.?\d+(?:px|rem)|border-radius:[^;]*?\b\d+px)/g) ?? [];
    expect(own).toEqual([]);
  });

  test.each(others)('%s leaves the preferences for motion, contrast and colors to the tokens', (file) => {
    expect(sourceOf(file)).not.toMatch(/prefers-(?:reduced-motion|contrast|color-scheme)/);
  });
});

test('every token that is used exists', () => {
  const made = new Set([...sheets.map(sourceOf), ...codes()].join('\n').match(/--[\w-]+(?=['"`\]]*\s*:)/g));
  const used = new Set(sheets.flatMap((file) => sourceOf(file).match(/(?<=var\()--[\w-]+/g) ?? []));
  expect([...used].filter((name) => !made.has(name) && !name.startsWith('--xy-') && !/^--(?:trigger|tree|visual|page)/.test(name))).toEqual(
    [],
  );
});

test('high contrast has its own backgrounds, text colors and lines', () => {
  const strong = /\[data-contrast="more"\] \{([\s\S]*?)\n\}/.exec(tokens)?.[1] ?? '';
  for (const name of ['--desk', '--paper', '--card', '--ink', '--ink-soft', '--line', '--accent', '--focus'])
    expect(strong).toContain(`${name}:`);
});

function codes(): string[] {
  return readdirSync(rendererFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(rendererFolder, file), 'utf8'));
}
