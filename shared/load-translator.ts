import { english, englishCatalogue } from './messages/english.ts';
import { type Language, type LanguageId, languages } from './messages/languages.ts';
import { message } from './messages/message.ts';
import { createTranslator, type Translator, type TranslatorOptions } from './messages/translator.ts';
import { Problem } from './problem.ts';

/** The translator of a language. A key that the language lacks falls back to English. Throws a Problem if the language cannot be loaded: its file may be missing. */
export async function loadTranslator(
  id: LanguageId,
  { isolatesNames = false }: Pick<TranslatorOptions, 'isolatesNames'> = {},
): Promise<Translator> {
  if (id === 'en') return isolatesNames ? createTranslator(englishCatalogue, { isolatesNames }) : english;
  const { name, locale, load, transformText }: Language = languages[id];
  const messages = await load().catch((cause: unknown) => {
    throw new Problem('internal', message('problem.app.languageNotLoaded', { language: name }), { cause });
  });
  return createTranslator(
    { locale, messages, ...(transformText === undefined ? {} : { transformText }) },
    { fallback: englishCatalogue, isolatesNames },
  );
}
