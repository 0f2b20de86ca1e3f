/** The languages of a project (G20): added, renamed, removed and made the main one by the window and the command line only. */
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { DecisionContext } from './decision-context.ts';
import { removeLanguage } from './record-languages.ts';

type LocaleCommand<D extends SingleCommand['do']> = Extract<SingleCommand, { do: D }>;
type Locales = readonly { iso: string; name: string; base: string | null }[];

export function addLocale({ locale, at }: LocaleCommand<'addLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  if (locales.some(({ iso }) => iso === locale.iso)) throw invalidFieldProblem('iso', `${locale.iso} is already a language of the project`);
  const base = locale.base ?? context.draft.project.mainLocale;
  if (!locales.some(({ iso }) => iso === base)) throw invalidFieldProblem('base', `${base} is not a language of the project`);
  putLocales(locales.toSpliced(at === undefined || at === '-' ? locales.length : at, 0, { ...locale, base }), context);
}

export function changeLocale({ iso, name, base }: LocaleCommand<'changeLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const old = getLocale(iso, locales);
  if (base !== undefined && old.base === null) throw invalidFieldProblem('base', 'the main language has none');
  if (base !== undefined && !locales.some((each) => each.iso === base))
    throw invalidFieldProblem('base', `${base} is not a language of the project`);
  putLocales(
    locales.map((each) => (each === old ? { ...old, name: name ?? old.name, base: base ?? old.base } : each)),
    context,
  );
}

/** Its texts go with it; languages that had it as their base take its own base. */
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

/** The new main language has no base; the old one, and all that rested on the new one's way to it, rest on the new one. */
export function makeMainLocale({ iso }: LocaleCommand<'makeMainLocale'>, context: DecisionContext): void {
  const locales = readEditableLocales(context);
  const main = getLocale(iso, locales);
  const old = locales.find(({ base }) => base === null);
  if (main === old) return;
  const above = new Set<string>();
  for (let at: string | null = main.base; at !== null && !above.has(at); at = locales.find((each) => each.iso === at)?.base ?? null)
    above.add(at);
  putLocales(
    locales.map((each) => (each === main ? { ...each, base: null } : above.has(each.iso) ? { ...each, base: iso } : each)),
    context,
  );
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
  if (!found) throw notFoundProblem('language', iso);
  return found;
}
