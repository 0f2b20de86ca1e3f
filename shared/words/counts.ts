/** Counts, lists, numbers and times in words. All other texts get theirs from here. */

/** English as in the rest of the window: days before months, no comma before "and". */
const LOCALE = 'en-GB';

/** Made when it is first asked for: all of them at once would be a good part of the start. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const rules = once(() => new Intl.PluralRules(LOCALE));
const lists = once(() => new Intl.ListFormat(LOCALE, { type: 'conjunction' }));
const choices = once(() => new Intl.ListFormat(LOCALE, { type: 'disjunction' }));
const numbers = once(() => new Intl.NumberFormat(LOCALE));
const parts = once(() => new Intl.NumberFormat(LOCALE, { style: 'percent' }));
const days = once(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' }));
const moments = once(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
);
const times = once(() => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }));
const pasts = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }));

/** English needs these two; another language may give the others as well. */
export type Forms = { readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string };

/** The form for this count; `#` in it stands for the number. */
export const many = (count: number, forms: Forms): string =>
  (forms[rules().select(count)] ?? forms.other).replaceAll('#', numbers().format(count));

/** `a, b and c`. */
export const listed = (words: readonly string[]): string => lists().format(words);
/** `a, b or c`. */
export const eitherOf = (words: readonly string[]): string => choices().format(words);
/** `20,000`. */
export const inDigits = (count: number): string => numbers().format(count);
/** `0.41` is `41%`. */
export const inPercent = (part: number): string => parts().format(part);
/** `3 May 2026`. */
export const dayOf = (milliseconds: number): string => days().format(milliseconds);
/** `3 May 2026 at 14:05`. */
export const momentOf = (milliseconds: number): string => moments().format(milliseconds);
/** `14:05`. */
export const timeOf = (milliseconds: number): string => times().format(milliseconds);
/** `5 minutes ago`, `yesterday`. */
export const past = (count: number, unit: Intl.RelativeTimeFormatUnit): string => pasts().format(-count, unit);
/** A sentence begins with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
