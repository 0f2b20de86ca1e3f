/** The available languages. To add one: a folder with the files of `en/`, and a row here. */
import type { Catalogue } from './catalogue.ts';
import { englishCatalogue } from './english.ts';
import { accentText } from './pseudo-locale.ts';

export interface Language {
  /** The name of the language in the language itself. */
  readonly name: string;
  /** Language of dates, numbers, plurals and lists, as BCP 47. */
  readonly locale: string;
  readonly load: () => Promise<Catalogue['messages']>;
  readonly transformText?: (text: string) => string;
  /** Not offered to users. */
  readonly isForTests?: boolean;
}

export const languages = {
  en: { name: 'English', locale: englishCatalogue.locale, load: async () => englishCatalogue.messages },
  de: { name: 'Deutsch', locale: 'de-DE', load: async () => (await import('./de/messages.ts')).messages },
  ja: { name: '日本語', locale: 'ja-JP', load: async () => (await import('./ja/messages.ts')).messages },
  /** With it, tests find text that is not in the catalogue. */
  pseudo: {
    name: 'Pseudo',
    locale: englishCatalogue.locale,
    load: async () => englishCatalogue.messages,
    transformText: accentText,
    isForTests: true,
  },
} satisfies Readonly<Record<string, Language>>;

export type LanguageId = keyof typeof languages;

export const isLanguageId = (value: unknown): value is LanguageId => typeof value === 'string' && Object.hasOwn(languages, value);

/** The languages that users can select, each by its own name. */
export const languageOptions: readonly { readonly id: LanguageId; readonly label: string }[] = Object.entries<Language>(languages)
  .filter(([, { isForTests }]) => !isForTests)
  .flatMap(([id, { name }]) => (isLanguageId(id) ? [{ id, label: name }] : []));

/** The ids of all languages, those for tests included. */
export const languageIds: readonly LanguageId[] = Object.keys(languages).filter(isLanguageId);

/** The first of these languages (BCP 47, the preferred one first) that is available; English if none is. */
export function matchLanguage(tags: readonly string[]): LanguageId {
  for (const tag of tags) {
    const id = tag.split('-')[0]?.toLowerCase();
    const language: Language | undefined = isLanguageId(id) ? languages[id] : undefined;
    if (isLanguageId(id) && !language?.isForTests) return id;
  }
  return 'en';
}
