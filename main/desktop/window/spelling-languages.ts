/**
 * Decides which languages of a story can be checked with installed dictionaries. Nothing is downloaded unless the user has allowed it.
 * Pure.
 */
import type { SpellCheckStatus } from '../../../shared/contracts/ipc/results.ts';

interface DictionaryInventory {
  /** The languages for which dictionaries exist, by Chromium's names: `en-US`, `de`. */
  readonly available: readonly string[];
  /** The names of the existing dictionary files: `en-US-10-1.bdic`. */
  readonly files: readonly string[];
  /** Whether the system checks the spelling itself: macOS and Windows have dictionaries of their own. */
  readonly bySystem: boolean;
  /** Whether missing dictionaries may be downloaded. */
  readonly downloads: boolean;
}

/** `enabled` contains Chromium's names for the spell checker; `checked`, `missing` and `unknown` contain the story's own codes. */
type SpellingLanguages = Pick<SpellCheckStatus, 'checked' | 'missing' | 'unknown'> & { readonly enabled: readonly string[] };

export function selectSpellingLanguages(
  isos: readonly string[],
  { available, files, bySystem, downloads }: DictionaryInventory,
): SpellingLanguages {
  const use = new Set<string>();
  const [checked, missing, unknown]: [string[], string[], string[]] = [[], [], []];
  for (const iso of isos) {
    const code = findDictionary(iso, available);
    if (code === undefined && !bySystem) unknown.push(iso);
    else if (bySystem || downloads || files.some((file) => isDictionaryFile(file, code ?? ''))) {
      if (code !== undefined) use.add(code);
      checked.push(iso);
    } else missing.push(iso);
  }
  return { enabled: [...use], checked, missing, unknown };
}

/** Finds `pt-BR` for `pt_BR`, `de` for `de-CH` if there is nothing more specific, and the first English dictionary for `en`. */
function findDictionary(iso: string, available: readonly string[]): string | undefined {
  const requestedCode = iso.replaceAll('_', '-').toLowerCase();
  const [language = ''] = requestedCode.split('-');
  return (
    available.find((code) => code.toLowerCase() === requestedCode) ??
    available.find((code) => code.toLowerCase() === language) ??
    (language === 'en' ? available.find((code) => code === 'en-US') : undefined) ??
    available.find((code) => code.toLowerCase().startsWith(`${language}-`))
  );
}

/** The file of `de` is `de-DE-3-0.bdic`, that of `en-US` is `en-US-10-1.bdic`. */
const isDictionaryFile = (file: string, code: string): boolean => new RegExp(`^${code.replace(/[^\w-]/g, '')}-.*\\.bdic$`, 'i').test(file);
