/** Commands for the languages of a project (G20). Only the window and the command line may send them. */
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { DecisionContext } from './project-draft.ts';
import { removeLanguage } from './validate-draft.ts';

type LocaleCommand<D extends SingleCommand['do']> = Extract<SingleCommand, { do: D }>;
type Locales = readonly { iso: string; name: string; base: string | null }[];

export function addLocale({ locale, at }: LocaleCommand<'addLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  if (locales.some(({ iso }) => iso === locale.iso)) throw invalidFieldProblem('iso', message('fault.locale.exists', { iso: locale.iso }));
  const base = locale.base ?? context.draft.project.mainLocale;
  if (!locales.some(({ iso }) => iso === base)) throw invalidFieldProblem('base', message('fault.locale.unknown', { iso: base }));
  putLocales(locales.toSpliced(at === undefined || at === '-' ? locales.length : at, 0, { ...locale, base }), context);
}

export function changeLocale({ iso, name, base }: LocaleCommand<'changeLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const old = getLocale(iso, locales);
  if (base !== undefined && old.base === null) throw invalidFieldProblem('base', message('fault.locale.mainHasNoBase'));
  if (base !== undefined && !locales.some((each) => each.iso === base))
    throw invalidFieldProblem('base', message('fault.locale.unknown', { iso: base }));
  putLocales(
    locales.map((each) => (each === old ? { ...old, name: name ?? old.name, base: base ?? old.base } : each)),
    context,
  );
}

/** Removes a language with its texts. Languages based on it are based on its own base instead. */
export function removeLocale({ iso }: LocaleCommand<'removeLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const old = getLocale(iso, locales);
  if (old.base === null) throw new Problem('unsupported', message('problem.locale.removeMain'));
  putLocales(
    locales.filter((each) => each !== old).map((each) => (each.base === iso ? { ...each, base: old.base } : each)),
    context,
  );
  for (const record of context.draft.project.records()) {
    const after = removeLanguage(record, iso);
    if (after !== record) context.draft.put(after);
  }
}

/**
 * Makes a language the main one, which has no base. The languages between it and the old main language, on which it was based, are then
 * based on it.
 */
export function makeMainLocale({ iso }: LocaleCommand<'makeMainLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const main = getLocale(iso, locales);
  const old = locales.find(({ base }) => base === null);
  if (main === old) return;
  const bases = new Set<string>();
  for (
    let base: string | null = main.base;
    base !== null && !bases.has(base);
    base = locales.find((each) => each.iso === base)?.base ?? null
  )
    bases.add(base);
  const withNewBase = (each: Locales[number]) => {
    if (each === main) return { ...each, base: null };
    return bases.has(each.iso) ? { ...each, base: iso } : each;
  };
  putLocales(locales.map(withNewBase), context);
}

/** [Localized content] the API cannot add, rename or remove languages. */
function readEditableLocales({ draft, origin }: DecisionContext): Locales {
  if (origin === 'api') throw new Problem('unsupported', message('problem.locale.changeByApi'));
  return draft.getOrThrow('project', 'project').locales;
}

function putLocales(locales: Locales, { draft }: DecisionContext): void {
  draft.put({ ...draft.getOrThrow('project', 'project'), locales: [...locales] });
}

function getLocale(iso: string, locales: Locales) {
  const found = locales.find((each) => each.iso === iso);
  if (!found) throw notFoundProblem(message('problem.noun.language'), iso);
  return found;
}
