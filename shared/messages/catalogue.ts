/**
 * A language is a folder beside this file (`en/`) with a JSON file for each feature, in ICU MessageFormat, and an entry in languages.ts. To
 * add a message: write it into `en/<feature>.json` under a key that says what it is for (`find.results.none`), run `npm run messages`,
 * which derives the types of its parameters, and use `t('find.results.none')`, or `message(…)` if the text is formatted elsewhere.
 */
export interface Catalogue {
  /** Language of dates, numbers, plurals and lists, as BCP 47. */
  readonly locale: string;
  /** ICU MessageFormat by key. A key that a translation lacks falls back to English. */
  readonly messages: Readonly<Record<string, string>>;
  /** Transforms the text between the parameters: used to derive the pseudo-language from English. */
  readonly transformText?: (text: string) => string;
}
