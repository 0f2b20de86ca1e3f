/** The part of a story that an export contains: its boards, its languages, and the fallback for a text that a language lacks. */

import { message } from '../../shared/messages/message.ts';
import { type AnyRecord, getKind } from '../../shared/model/kinds/kinds.ts';
import type { Locale } from '../../shared/model/kinds/project.ts';
import { isEmptyText } from '../../shared/model/localized-text.ts';
import { type Project, parentIdOf } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';

/** Which boards are exported, together with their items (G17). */
export class BoardScope {
  readonly #project: Project;
  /** The chosen boards and the folders that contain them; null if all boards are exported. */
  readonly #chosen: ReadonlySet<string> | null;
  /** Equal for equal scopes. */
  readonly key: string;

  /** [Exports] without `boardIds`, all boards. A folder selects every board in it. An unknown board is a 400. */
  constructor(project: Project, boardIds: readonly string[] | undefined) {
    this.#project = project;
    this.key = JSON.stringify(boardIds?.toSorted() ?? []);
    this.#chosen = boardIds === undefined || boardIds.length === 0 ? null : boardsWithAncestors(project, boardIds);
  }

  get includesAll(): boolean {
    return this.#chosen === null;
  }

  has(boardId: string): boolean {
    return this.#chosen === null || this.#chosen.has(boardId);
  }

  /** Whether an item or a condition is exported. */
  hasItem(itemId: string): boolean {
    if (this.#chosen === null) return true;
    const item = this.#project.get(itemId);
    return item !== undefined && this.includes(item);
  }

  /** Whether a record is exported: with the board that contains it, or, like variables and components, in any case. */
  includes(record: AnyRecord): boolean {
    if (this.#chosen === null) return true;
    if (record.kind === 'board') return this.#chosen.has(record.id);
    const parentId = parentIdOf(record, getKind(record.kind).orders[0]?.parentField ?? null);
    return parentId === null || this.hasItem(parentId);
  }
}

function boardsWithAncestors(project: Project, boardIds: readonly string[]): ReadonlySet<string> {
  const unknown = boardIds.findIndex((id) => !project.find('board', id));
  if (unknown !== -1) throw invalidFieldProblem(`boardIds.${unknown}`, message('fault.query.unknownBoard'));
  const chosen = new Set<string>();
  const addInside = (id: string): void => {
    chosen.add(id);
    for (const child of project.childIds(id, 'boards')) addInside(child);
  };
  for (const id of boardIds) {
    addInside(id);
    for (let at = project.find('board', id)?.parentId; at != null; at = project.find('board', at)?.parentId) chosen.add(at);
  }
  return chosen;
}

/** A localized text in one language. It is the stored object itself, so that results can be cached for it. */
export type LocalizedValue = { readonly text: string | null };
export type LocalizedValues = { readonly [iso: string]: LocalizedValue };

const noValue: LocalizedValue = { text: null };

export class LanguageSelection {
  /** The exported languages if there are several, in their order in the file. */
  readonly all: readonly Locale[];
  /** The only language to write; null if all are written. */
  readonly single: string | null;
  /** Different for different selections: that of one language, and of all languages of a project that has only this one. */
  readonly key: string;
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
    this.key = JSON.stringify(this.single ?? this.all.map(({ iso }) => iso));
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
