/** Which language a text is written in, and what stands for it where it has none in that language. */
import type { Locale } from '../../shared/kinds/project.ts';
import { invalid } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';

/** One language of a localized text; the stored object itself, so that what is made of it can be remembered by it. */
export type Cell = { readonly text: string | null };
export type Cells = { readonly [iso: string]: Cell };

const none: Cell = { text: null };

export class Languages {
  /** Those that are written where it is not one: as they stand in the file. */
  readonly all: readonly Locale[];
  /** The one language to write, or null for all of them. */
  readonly one: string | null;
  readonly #fallback: boolean;
  readonly #chains: ReadonlyMap<string, readonly string[]>;

  /** `among`: only these of all languages, and the main one. `allLocales` overrides `locale`; without either it is the main language. A language the project does not have is a 400 (G17). */
  constructor(
    project: Project,
    options: {
      locale?: string | undefined;
      allLocales?: boolean | undefined;
      among?: readonly string[] | undefined;
      fallbackContents?: boolean | undefined;
    },
  ) {
    const { locales } = project.root;
    this.all = options.among ? among(locales, options.among) : locales;
    this.one = options.allLocales ? null : (options.locale ?? project.mainLocale);
    this.#fallback = options.fallbackContents ?? false;
    this.#chains = new Map(locales.map(({ iso }) => [iso, chainOf(iso, locales)]));
    if (this.one !== null && !this.#chains.has(this.one)) throw invalid('locale', `the project has no language “${this.one}”`);
  }

  get main(): string {
    return this.all.find(({ base }) => base === null)?.iso ?? 'en';
  }

  /** [Exports] The text of a language. With fallback, where it says nothing: that of its base, of the base's base, and so on; else what it holds, perhaps nothing. */
  cell(cells: Cells, iso: string): Cell {
    const own = cells[iso] ?? none;
    if (!this.#fallback || says(own)) return own;
    for (const base of this.#chains.get(iso) ?? []) {
      const other = cells[base];
      if (other && says(other)) return other;
    }
    return own;
  }
}

/** The main one is always there, as every other is based on it in the end; one whose base is left out is based on the next that is not. */
function among(locales: readonly Locale[], chosen: readonly string[]): readonly Locale[] {
  const left = new Set(locales.filter(({ iso, base }) => base === null || chosen.includes(iso)).map(({ iso }) => iso));
  return locales
    .filter(({ iso }) => left.has(iso))
    .map((locale) => ({ ...locale, base: locale.base && (chainOf(locale.iso, locales).find((iso) => left.has(iso)) ?? null) }));
}

/** Empty text and one empty paragraph are no value (G21). */
function says({ text }: Cell): boolean {
  return text !== null && text !== '' && text !== '<p></p>';
}

function chainOf(iso: string, locales: readonly Locale[]): string[] {
  const chain: string[] = [];
  for (let at = locales.find((locale) => locale.iso === iso); at?.base != null && !chain.includes(at.base); ) {
    const { base } = at;
    chain.push(base);
    at = locales.find((locale) => locale.iso === base);
  }
  return chain;
}
