/** The languages of a project (G20): added, renamed, removed and made the main one by the window and the command line only. */
import type { SingleCommand } from '../../../shared/commands.ts';
import { invalid, notFound, Problem } from '../../../shared/problem.ts';
import { withoutLanguage } from '../languages.ts';
import type { Context } from './context.ts';

type Command<D extends SingleCommand['do']> = Extract<SingleCommand, { do: D }>;
type Locales = readonly { iso: string; name: string; base: string | null }[];

export function addLocale({ locale, at }: Command<'addLocale'>, context: Context): void {
  const locales = localesOf(context);
  if (locales.some(({ iso }) => iso === locale.iso)) throw invalid('iso', `${locale.iso} is already a language of the project`);
  const base = locale.base ?? context.stage.project.mainLocale;
  if (!locales.some(({ iso }) => iso === base)) throw invalid('base', `${base} is not a language of the project`);
  put(locales.toSpliced(at === undefined || at === '-' ? locales.length : at, 0, { ...locale, base }), context);
}

export function changeLocale({ iso, name, base }: Command<'changeLocale'>, context: Context): void {
  const locales = localesOf(context);
  const old = known(iso, locales);
  if (base !== undefined && old.base === null) throw invalid('base', 'the main language has none');
  if (base !== undefined && !locales.some((each) => each.iso === base)) throw invalid('base', `${base} is not a language of the project`);
  put(
    locales.map((each) => (each === old ? { ...old, name: name ?? old.name, base: base ?? old.base } : each)),
    context,
  );
}

/** Its texts go with it; languages that had it as their base take its own base. */
export function removeLocale({ iso }: Command<'removeLocale'>, context: Context): void {
  const locales = localesOf(context);
  const old = known(iso, locales);
  if (old.base === null) throw new Problem('unsupported', 'The main language cannot be removed. Make another one the main language first.');
  put(
    locales.filter((each) => each !== old).map((each) => (each.base === iso ? { ...each, base: old.base } : each)),
    context,
  );
  for (const record of context.stage.project.records()) {
    const after = withoutLanguage(record, iso);
    if (after !== record) context.stage.put(after);
  }
}

/** The new main language has no base; the old one, and all that rested on the new one's way to it, rest on the new one. */
export function makeMainLocale({ iso }: Command<'makeMainLocale'>, context: Context): void {
  const locales = localesOf(context);
  const main = known(iso, locales);
  const old = locales.find(({ base }) => base === null);
  if (main === old) return;
  const above = new Set<string>();
  for (let at: string | null = main.base; at !== null && !above.has(at); at = locales.find((each) => each.iso === at)?.base ?? null)
    above.add(at);
  put(
    locales.map((each) => (each === main ? { ...each, base: null } : above.has(each.iso) ? { ...each, base: iso } : each)),
    context,
  );
}

/** [Localized content] the API cannot add, rename or remove languages. */
function localesOf({ stage, origin }: Context): Locales {
  if (origin === 'api') throw new Problem('unsupported', 'Languages cannot be changed over the API.');
  return stage.get('project', 'project').locales;
}

function put(locales: Locales, { stage }: Context): void {
  stage.put({ ...stage.get('project', 'project'), locales: [...locales] });
}

function known(iso: string, locales: Locales) {
  const found = locales.find((each) => each.iso === iso);
  if (!found) throw notFound('language', iso);
  return found;
}
