/** Localized texts of an export: in `contents`, or in the main language on the entries themselves; and how far each translation is. */
import { isRaw, type Raw, rawIn } from './raw.ts';
import type { Told } from './told.ts';

type Texts = Record<string, { text: unknown }>;

/** undefined: nothing is told. `known` is kept in the languages that an export of one language does not tell. */
export function textsIn(told: Told, id: string, raw: Raw, field: string, known: object = {}): Texts | undefined {
  const own = raw[field];
  const translated = rawIn(told.contents, id)[field];
  if (own === undefined && translated === undefined) return undefined;
  const texts: Texts = {};
  if (!Array.isArray(told.root.locales))
    for (const [locale, cell] of Object.entries(known)) if (locale !== told.main && isRaw(cell)) texts[locale] = { text: cell.text };
  if (typeof own === 'string') texts[told.main] = { text: own };
  for (const held of [own, translated])
    for (const [locale, cell] of Object.entries(isRaw(held) ? held : {}))
      texts[locale] = { text: isRaw(cell) ? (cell.text ?? null) : cell };
  return texts;
}

/** null where every translation still has to be made: that is what nobody has said anything of. */
export function statusIn(told: Told, id: string): unknown {
  const said = rawIn(told.contents, id)._status;
  const known = told.base.at(id)?.status ?? null;
  if (!isRaw(said)) return known;
  const fresh = isUntouched(said) ? null : said;
  return fresh === null && isUntouched(isRaw(known) ? known : {}) ? known : isRaw(known) && isSame(said, known) ? known : fresh;
}

const isUntouched = (status: Raw): boolean => Object.values(status).every((each) => each === 'untranslated');

/** A language without a word counts as untranslated. */
const isSame = (one: Raw, two: Raw): boolean =>
  [...Object.keys(one), ...Object.keys(two)].every((iso) => (one[iso] ?? 'untranslated') === (two[iso] ?? 'untranslated'));
