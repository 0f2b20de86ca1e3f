import { z } from 'zod';
import { defineKind } from './define.ts';
import { id, optionalId } from './fields.ts';

/** The id of the one project record in a project. */
export const PROJECT = 'project';

/** A language's code becomes a key of objects and a part of file names, so it may be neither a path nor what every object has. */
const isLanguageCode = (iso: string): boolean => /^[A-Za-z0-9][\w-]{0,63}$/.test(iso) && !(iso in {});

export const locale = z.strictObject({
  iso: z
    .string()
    .refine(isLanguageCode, 'must be letters, digits, - and _, at most 64 of them, and no word that programs keep for themselves'),
  name: z.string().min(1).max(255),
  base: z.string().min(1).nullable(),
});
export type Locale = z.infer<typeof locale>;

/** The project itself: name, starting element, languages, stylesheet. There is exactly one; it cannot be removed. */
export const project = defineKind({
  kind: 'project',
  plural: 'project',
  label: 'project',
  fields: {
    name: z.string().min(1).max(255),
    startingElement: optionalId,
    cover: z.record(z.string(), z.unknown()).nullable(),
    css: z.string(),
    /** The main language is the one without a base. */
    locales: z.array(locale).min(1),
    /** The ids of the internal roots ([Common conventions], G19). */
    roots: z.strictObject({ board: id, component: id, asset: id, variable: id }),
  },
  defaults: { startingElement: null, cover: null, css: '', locales: [{ iso: 'en', name: 'English', base: null }] },
  orders: [],
  refs: { startingElement: { to: ['element'], whenGone: 'clear', whenMissing: 'notFound' } },
  texts: {},
  rules: [({ locales }) => localeFaults(locales)],
  /** Languages have commands of their own, which take care of the texts. */
  fixed: ['roots', 'locales'],
});

function localeFaults(locales: readonly Locale[]): Record<string, string> | undefined {
  const isos = new Set(locales.map(({ iso }) => iso));
  if (isos.size < locales.length) return { locales: 'has the same language twice' };
  if (locales.filter(({ base }) => base === null).length !== 1)
    return { locales: 'needs exactly one main language, the one without a base' };
  const lost = locales.find(({ base }) => base !== null && !isos.has(base));
  if (lost) return { locales: `the base ${lost.base} of ${lost.iso} is not a language of the project` };
  const circle = locales.find((start) => runsInCircle(start, locales));
  return circle ? { locales: `the bases of ${circle.iso} run in a circle` } : undefined;
}

function runsInCircle(start: Locale, locales: readonly Locale[]): boolean {
  let at: Locale | undefined = start;
  for (let steps = 0; steps <= locales.length; steps++) {
    if (!at || at.base === null) return false;
    const next: string = at.base;
    at = locales.find(({ iso }) => iso === next);
  }
  return true;
}
