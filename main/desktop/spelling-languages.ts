/** Which languages of a story can be checked with installed dictionaries. Nothing is downloaded unless the user has allowed it. Pure. */
import type { SpellCheckStatus } from '../../shared/contracts/ipc/results.ts';

interface DictionaryInventory {
  /** The languages for which dictionaries exist, by the names that Chromium uses: `en-US`, `de`. */
  readonly available: readonly string[];
  /** The names of the dictionary files that are there: `en-US-10-1.bdic`. */
  readonly files: readonly string[];
  /** The system checks by itself: macOS and Windows have dictionaries of their own. */
  readonly bySystem: boolean;
  /** Missing dictionaries may be downloaded. */
  readonly downloads: boolean;
}

/** `enabled` is for the spell checker; `checked`, `missing` and `unknown` are the story's own codes. */
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

/** `pt_BR` is `pt-BR`; `de-CH` is `de` if there is nothing nearer; `en` is the first English. */
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
