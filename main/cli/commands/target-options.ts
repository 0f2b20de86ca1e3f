/** The options of `target add` and `target set`: each setting of a target, as it is named on the command line. */
import type { TargetSettings } from '../../../shared/contracts/targets.ts';
import { UsageError } from '../usage-error.ts';

const flagOption = { type: 'boolean' } as const;
const repeatedOption = { type: 'string', multiple: true } as const;

export const targetOptions = {
  locale: repeatedOption,
  'all-locales': flagOption,
  'main-locale': flagOption,
  'fallback-contents': flagOption,
  'no-fallback-contents': flagOption,
  'file-each': flagOption,
  'no-file-each': flagOption,
  board: repeatedOption,
  'all-boards': flagOption,
  assets: flagOption,
  'no-assets': flagOption,
  polling: flagOption,
  'no-polling': flagOption,
} as const;

export const targetUsage =
  '[--locale L]… [--all-locales] [--[no-]fallback-contents] [--[no-]file-each] [--board ID]… [--[no-]assets] [--[no-]polling]';

export const targetOptionHelp = [
  ['--locale L', 'this language; several times for several'],
  ['--all-locales, --main-locale', 'all languages, or the main one only (which is what a new target has)'],
  ['--no-fallback-contents', 'what is not translated stays empty; otherwise the language it is based on stands in'],
  ['--file-each', 'JSON: each language in a file of its own, project.<locale>.json'],
  ['--board ID', 'only this board, or all in this folder; several times for several; --all-boards takes it back'],
  ['--no-assets', 'the story only, without pictures, sounds and films'],
  ['--polling', 'for a folder on a network, which does not tell what happens in it: look every few seconds'],
] as const;

type TargetOptionValues = {
  readonly [K in keyof typeof targetOptions]?: (typeof targetOptions)[K] extends typeof repeatedOption ? string[] : boolean;
};

/** Only what was given. */
export function parseTargetSettings(given: TargetOptionValues): Partial<TargetSettings> {
  assertAtMostOne(given, ['locale', 'all-locales', 'main-locale']);
  assertAtMostOne(given, ['board', 'all-boards']);
  const { locale, board } = given;
  const fallbackContents = parseToggle(given, 'fallback-contents');
  const fileEach = parseToggle(given, 'file-each');
  const assets = parseToggle(given, 'assets');
  const polling = parseToggle(given, 'polling');
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

function parseToggle(given: TargetOptionValues, name: 'fallback-contents' | 'file-each' | 'assets' | 'polling'): boolean | undefined {
  assertAtMostOne(given, [name, `no-${name}`]);
  return given[name] ? true : given[`no-${name}`] ? false : undefined;
}

function assertAtMostOne(given: TargetOptionValues, names: readonly (keyof TargetOptionValues)[]): void {
  const used = names.filter((name) => given[name] !== undefined);
  if (used.length > 1) throw new UsageError(`${used.map((name) => `--${name}`).join(' and ')} do not go together.`);
}
