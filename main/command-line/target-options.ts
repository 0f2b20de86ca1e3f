/** The options of `target add` and `target set`: each setting of a target, as it is named on the command line. */
import type { TargetSettings } from '../../shared/targets.ts';
import { WrongUsage } from './wrong-usage.ts';

const yes = { type: 'boolean' } as const;
const many = { type: 'string', multiple: true } as const;

export const targetOptions = {
  locale: many,
  'all-locales': yes,
  'main-locale': yes,
  'fallback-contents': yes,
  'no-fallback-contents': yes,
  'file-each': yes,
  'no-file-each': yes,
  board: many,
  'all-boards': yes,
  assets: yes,
  'no-assets': yes,
  polling: yes,
  'no-polling': yes,
} as const;

export const targetUsage =
  '[--locale L]… [--all-locales] [--[no-]fallback-contents] [--[no-]file-each] [--board ID]… [--[no-]assets] [--[no-]polling]';

export const targetExplains = [
  ['--locale L', 'this language; several times for several'],
  ['--all-locales, --main-locale', 'all languages, or the main one only (which is what a new target has)'],
  ['--no-fallback-contents', 'what is not translated stays empty; otherwise the language it is based on stands in'],
  ['--file-each', 'JSON: each language in a file of its own, project.<locale>.json'],
  ['--board ID', 'only this board, or all in this folder; several times for several; --all-boards takes it back'],
  ['--no-assets', 'the story only, without pictures, sounds and films'],
  ['--polling', 'for a folder on a network, which does not tell what happens in it: look every few seconds'],
] as const;

type Given = { readonly [K in keyof typeof targetOptions]?: (typeof targetOptions)[K] extends typeof many ? string[] : boolean };

/** Only what was given. */
export function settingsOf(given: Given): Partial<TargetSettings> {
  oneOfThem(given, ['locale', 'all-locales', 'main-locale']);
  oneOfThem(given, ['board', 'all-boards']);
  const { locale, board } = given;
  const fallbackContents = yesOrNo(given, 'fallback-contents');
  const fileEach = yesOrNo(given, 'file-each');
  const assets = yesOrNo(given, 'assets');
  const polling = yesOrNo(given, 'polling');
  return {
    ...(locale && { locales: locale }),
    ...(given['all-locales'] && { locales: 'all' }),
    ...(given['main-locale'] && { locales: 'main' }),
    ...(board && { boardIds: board }),
    ...(given['all-boards'] && { boardIds: [] }),
    ...(fallbackContents !== undefined && { fallbackContents }),
    ...(fileEach !== undefined && { fileEach }),
    ...(assets !== undefined && { assets }),
    ...(polling !== undefined && { polling }),
  };
}

function yesOrNo(given: Given, name: 'fallback-contents' | 'file-each' | 'assets' | 'polling'): boolean | undefined {
  oneOfThem(given, [name, `no-${name}`]);
  return given[name] ? true : given[`no-${name}`] ? false : undefined;
}

function oneOfThem(given: Given, names: readonly (keyof Given)[]): void {
  const used = names.filter((name) => given[name] !== undefined);
  if (used.length > 1) throw new WrongUsage(`${used.map((name) => `--${name}`).join(' and ')} do not go together.`);
}
