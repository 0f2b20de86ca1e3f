/** Formats counts, lists, numbers and times as text. */

/** Same as the rest of the window: days before months, no comma before "and". */
const DEFAULT_LOCALE = 'en-GB';

/** Created on first use: creating all of them at once would slow down the start noticeably. */
function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const pluralRules = lazy(() => new Intl.PluralRules(DEFAULT_LOCALE));
const conjunctionFormat = lazy(() => new Intl.ListFormat(DEFAULT_LOCALE, { type: 'conjunction' }));
const disjunctionFormat = lazy(() => new Intl.ListFormat(DEFAULT_LOCALE, { type: 'disjunction' }));
const numberFormat = lazy(() => new Intl.NumberFormat(DEFAULT_LOCALE));
const percentFormat = lazy(() => new Intl.NumberFormat(DEFAULT_LOCALE, { style: 'percent' }));
const dateFormat = lazy(() => new Intl.DateTimeFormat(DEFAULT_LOCALE, { day: 'numeric', month: 'long', year: 'numeric' }));
const dateTimeFormat = lazy(
  () => new Intl.DateTimeFormat(DEFAULT_LOCALE, { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
);
const timeFormat = lazy(() => new Intl.DateTimeFormat(DEFAULT_LOCALE, { hour: '2-digit', minute: '2-digit' }));
const relativeTimeFormat = lazy(() => new Intl.RelativeTimeFormat(DEFAULT_LOCALE, { numeric: 'auto' }));

/** English needs these two; another language may define the others as well. */
export type PluralForms = { readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string };

/** The form for this count; `#` is replaced by the number. */
export const formatPlural = (count: number, forms: PluralForms): string =>
  (forms[pluralRules().select(count)] ?? forms.other).replaceAll('#', numberFormat().format(count));

/** `a, b and c`. */
export const formatList = (words: readonly string[]): string => conjunctionFormat().format(words);
/** `a, b or c`. */
export const formatAlternatives = (words: readonly string[]): string => disjunctionFormat().format(words);
/** `20,000`. */
export const formatNumber = (count: number): string => numberFormat().format(count);
/** `0.41` is `41%`. */
export const formatPercent = (part: number): string => percentFormat().format(part);
/** `3 May 2026`. */
export const formatDate = (milliseconds: number): string => dateFormat().format(milliseconds);
/** `3 May 2026 at 14:05`. */
export const formatDateTime = (milliseconds: number): string => dateTimeFormat().format(milliseconds);
/** `14:05`. */
export const formatTime = (milliseconds: number): string => timeFormat().format(milliseconds);
/** `5 minutes ago`, `yesterday`. */
export const formatTimeAgo = (count: number, unit: Intl.RelativeTimeFormatUnit): string => relativeTimeFormat().format(-count, unit);
/** Capitalizes the start of a sentence. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
