/** The code of a language by its name: in the language of the window, in English, or in the language itself (“Japanese”, “Japanisch”, “日本語”). */
import { foldText } from '../../records/search/text-matching.ts';

/** Variants that stories are translated into and that have names of their own. */
const variants = ['de-AT', 'de-CH', 'es-419', 'es-ES', 'es-MX', 'fr-CA', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant', 'sr-Latn'];
/** Languages without a code of two letters. */
const longCodes = ['fil', 'gsw', 'haw', 'yue', 'nds', 'tlh', 'tok'];

/** By the language of the window: the codes by their folded names. */
const indexes = new Map<string, ReadonlyMap<string, string>>();

/** The empty text if no language has the name. A code is its own name. `locale` is the language of the window. */
export function findLanguageCode(name: string, locale: string): string {
  const index = indexes.get(locale) ?? createIndex(locale);
  indexes.set(locale, index);
  return index.get(foldText(name.trim())) ?? '';
}

function createIndex(locale: string): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = [...letters.flatMap((first) => letters.map((second) => first + second)), ...longCodes, ...variants];
  const [inWindow, inEnglish] = [nameReader(locale), nameReader('en')];
  const index = new Map<string, string>();
  const add = (name: string | undefined, code: string): void => {
    const folded = foldText(name ?? '');
    // Old codes have the same names as those that replace them, which are the canonical ones.
    if (folded !== '' && !index.has(folded)) index.set(folded, Intl.getCanonicalLocales(code)[0] ?? code);
  };
  const known = codes.filter((code) => inEnglish(code) !== undefined);
  for (const read of [() => inWindow, () => inEnglish, nameReader]) for (const code of known) add(read(code)(code), code);
  for (const code of known) add(code, code);
  return index;
}

/** Undefined for a code that is no language. */
function nameReader(locale: string): (code: string) => string | undefined {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  return (code) => names.of(code);
}
