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

describe('the contrast that the tokens promise', () => {
  /** The colours of a token, by scheme. The first block has those without high contrast. */
  const valuesIn = (block: string) =>
    new Map(
      [...block.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name = '', light = '', dark = '']) => [
        name,
        { light, dark },
      ]),
    );
  const [usual = new Map(), strong = new Map()] = [':root {', ':root[data-contrast="more"] {'].map((selector) => {
    const from = tokens.indexOf(selector);
    return valuesIn(tokens.slice(from, tokens.indexOf('\n}', from)));
  });
  const luminance = (colour: string): number => {
    const digits = colour.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
      const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string): number => {
    const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const backgrounds = ['--desk', '--paper', '--card', '--raised', '--sunken', '--canvas'];
  const pairs = [
    ...['--ink', '--ink-soft', '--ink-faint'].flatMap((ink) => backgrounds.map((background) => [ink, background, 4.5] as const)),
    ['--accent-text', '--accent-soft', 4.5],
    ['--danger-text', '--danger-soft', 4.5],
    ['--on-accent', '--accent', 4.5],
    ...backgrounds.map((background) => ['--focus', background, 3] as const),
  ] as const;

  test.each(pairs)('%s on %s is at least %s:1', (ink, background, least) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const values of [usual, new Map([...usual, ...strong])]) {
        const [front, back] = [values.get(ink)?.[scheme] ?? '', values.get(background)?.[scheme] ?? ''];
        expect(contrast(front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(least);
      }
  });

  test('what is faint is not so on the accent of a focused entry, and no focus ring is translucent', () => {
    expect(sourceOf(join('ui', 'menu.css'))).toMatch(/\.menu-item\[data-focused\] :is\(svg, \.menu-description, kbd\) \{\s*color: inherit/);
    const translucent = others.flatMap((file) =>
      (sourceOf(file).match(/[^{}]*:focus[^{}]*\{[^}]*var\(--focus\)[^}]*\}/g) ?? []).filter((rule) => rule.includes('opacity')),
    );
    expect(translucent).toEqual([]);
  });
});
