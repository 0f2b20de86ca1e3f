/** What a search is narrowed to: kind, place, theme, language, what is used, what is not translated. Pure. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { variableAt } from '../../shared/play/memory.ts';
import type { Project } from '../../shared/project.ts';
import { variablesIn } from '../scripts/script-uses.ts';
import { boardOf, type Holds, type KindGroup, kindGroups, type Part } from './parts.ts';

export interface Filters {
  readonly kind: KindGroup | 'all';
  readonly holds: Holds | 'all';
  readonly boardId: string | null;
  readonly theme: string | 'all';
  /** Texts of this language only; texts that have none count everywhere. */
  readonly locale: string | 'all';
  /** The id of a component, a variable or an asset. */
  readonly uses: string | null;
  /** Main texts that say nothing in this language. */
  readonly missing: string | null;
}

export const noFilters: Filters = { kind: 'all', holds: 'all', boardId: null, theme: 'all', locale: 'all', uses: null, missing: null };
export const isNarrowed = (filters: Filters): boolean =>
  Object.entries(noFilters).some(([name, value]) => Reflect.get(filters, name) !== value);

export function filterOf(project: Project, filters: Filters): (record: AnyRecord, part: Part) => boolean {
  if (!isNarrowed(filters)) return () => true;
  const kinds: ReadonlySet<string> | null = filters.kind === 'all' ? null : new Set(kindGroups[filters.kind].kinds);
  const uses = filters.uses === null ? null : usesOf(project, filters.uses);
  const { holds, boardId, theme, locale, missing } = filters;
  const main = project.mainLocale;
  return (record, part) =>
    (kinds === null || kinds.has(record.kind)) &&
    (holds === 'all' || part.holds === holds) &&
    (locale === 'all' || part.locale === null || part.locale === locale) &&
    (theme === 'all' || record.theme === theme) &&
    (boardId === null || boardOf(project, record) === boardId) &&
    (missing === null || (part.locale === main && !says(record, part.field, missing))) &&
    (uses === null || uses(record));
}

function says(record: AnyRecord, field: string, iso: string): boolean {
  const texts = record[field] as Readonly<Record<string, { readonly text: string | null } | undefined>>;
  const text = texts[iso]?.text ?? null;
  return text !== null && text !== '';
}

/** Who carries, lists or mentions it; for a variable whose scripts speak of it. */
function usesOf(project: Project, id: string): (record: AnyRecord) => boolean {
  const name = variableAt(project, id)?.name;
  if (name !== undefined) return (record) => variablesIn(record).includes(name);
  const users = new Set<string>();
  for (const holder of project.holdersOf(id)) {
    users.add(holder);
    const record = project.at(holder);
    for (const owner of [record?.elementId, record?.cId]) if (typeof owner === 'string') users.add(owner);
  }
  return (record) => users.has(record.id);
}
