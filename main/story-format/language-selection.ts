/** Selects the languages of an export, and the fallback for a text that a language lacks. */

import { message } from '../../shared/messages/message.ts';
import type { Locale } from '../../shared/model/kinds/project.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { isEmptyText } from '../../shared/rich-text/is-empty-text.ts';

/** A localized text in one language. It is the stored object itself, so that results can be cached for it. */
export type LocalizedValue = { readonly text: string | null };
export type LocalizedValues = { readonly [iso: string]: LocalizedValue };

const noValue: LocalizedValue = { text: null };

export class LanguageSelection {
  /** The exported languages if there are several, in their order in the file. */
  readonly all: readonly Locale[];
  /** The only language to write; null if all are written. */
  readonly single: string | null;
  readonly #fallback: boolean;
  readonly #chains: ReadonlyMap<string, readonly string[]>;

  /**
   * `allLocales` overrides `locale`; without either, the main language is written. `onlyLocales` limits all languages to these and the main
   * one. An unknown language is a 400 (G17).
   */
  constructor(
    project: Project,
    options: {
      locale?: string | undefined;
      allLocales?: boolean | undefined;
      onlyLocales?: readonly string[] | undefined;
      fallbackContents?: boolean | undefined;
    },
  ) {
    const { locales } = project.projectRecord;
    this.all = options.onlyLocales ? filterLocales(locales, options.onlyLocales) : locales;
    this.single = options.allLocales ? null : (options.locale ?? project.mainLocale);
    this.#fallback = options.fallbackContents ?? false;
    this.#chains = new Map(locales.map(({ iso }) => [iso, fallbackChain(iso, locales)]));
    if (this.single !== null && !this.#chains.has(this.single))
      throw invalidFieldProblem('locale', message('fault.query.unknownLanguage', { locale: this.single }));
  }

  get main(): string {
    return this.all.find(({ base }) => base === null)?.iso ?? 'en';
  }

  /**
   * [Exports] the text in a language. With fallback, an empty text is replaced by that of the language's base, or the base's base, and so
   * on.
   */
  resolve(texts: LocalizedValues, iso: string): LocalizedValue {
    const own = texts[iso] ?? noValue;
    if (!this.#fallback || !isEmptyText(own.text)) return own;
    for (const base of this.#chains.get(iso) ?? []) {
      const other = texts[base];
      if (other && !isEmptyText(other.text)) return other;
    }
    return own;
  }
}

/**
 * The chosen languages and the main one, on which all others are based. A language whose base is left out is based on the nearest one that
 * is not.
 */
function filterLocales(locales: readonly Locale[], chosen: readonly string[]): readonly Locale[] {
  const left = new Set(locales.filter(({ iso, base }) => base === null || chosen.includes(iso)).map(({ iso }) => iso));
  return locales
    .filter(({ iso }) => left.has(iso))
    .map((locale) => ({ ...locale, base: locale.base && (fallbackChain(locale.iso, locales).find((iso) => left.has(iso)) ?? null) }));
}

function fallbackChain(iso: string, locales: readonly Locale[]): string[] {
  const chain: string[] = [];
  for (let at = locales.find((locale) => locale.iso === iso); at?.base != null && !chain.includes(at.base); ) {
    const { base } = at;
    chain.push(base);
    at = locales.find((locale) => locale.iso === base);
  }
  return chain;
}
