import { z } from 'zod';
import { defineKind } from './define-kind.ts';
import { idSchema, optionalIdSchema } from './field-schemas.ts';

/** The id of the one project record in a project. */
export const PROJECT_RECORD_ID = 'project';

/** A language's code becomes a key of objects and a part of file names, so it may be neither a path nor what every object has. */
export const isValidLocaleCode = (iso: string): boolean => /^[A-Za-z0-9][\w-]{0,63}$/.test(iso) && !(iso in {});

export const localeSchema = z.strictObject({
  iso: z
    .string()
    .refine(isValidLocaleCode, 'must be letters, digits, - and _, at most 64 of them, and no word that programs keep for themselves'),
  name: z.string().min(1).max(255),
  base: z.string().min(1).nullable(),
});
export type Locale = z.infer<typeof localeSchema>;

/** More than anyone translates into; every text is looked up along its language's bases. */
const MAX_LOCALES = 500;

/** The project itself: name, starting element, languages, stylesheet. There is exactly one; it cannot be removed. */
export const project = defineKind({
  kind: 'project',
  plural: 'project',
  label: 'project',
  fields: {
    name: z.string().min(1).max(255),
    startingElement: optionalIdSchema,
    cover: z.record(z.string(), z.unknown()).nullable(),
    css: z.string(),
    /** The main language is the one without a base. */
    locales: z.array(localeSchema).min(1).max(MAX_LOCALES),
    /** The ids of the internal roots ([Common conventions], G19). */
    roots: z.strictObject({ board: idSchema, component: idSchema, asset: idSchema, variable: idSchema }),
  },
  defaults: { startingElement: null, cover: null, css: '', locales: [{ iso: 'en', name: 'English', base: null }] },
  orders: [],
  references: { startingElement: { targetKinds: ['element'], onTargetRemoved: 'clear', missingTargetError: 'notFound' } },
  texts: {},
  recordRules: [({ locales }) => validateLocales(locales)],
  /** Languages have commands of their own, which take care of the texts. */
  immutableFields: ['roots', 'locales'],
});

function validateLocales(locales: readonly Locale[]): Record<string, string> | undefined {
  const isos = new Set(locales.map(({ iso }) => iso));
  if (isos.size < locales.length) return { locales: 'has the same language twice' };
  if (locales.filter(({ base }) => base === null).length !== 1)
    return { locales: 'needs exactly one main language, the one without a base' };
  const lost = locales.find(({ base }) => base !== null && !isos.has(base));
  if (lost) return { locales: `the base ${lost.base} of ${lost.iso} is not a language of the project` };
  const circle = findLocaleCycle(locales);
  return circle ? { locales: `the bases of ${circle.iso} run in a circle` } : undefined;
}

/** A language whose bases never come to the main one. */
function findLocaleCycle(locales: readonly Locale[]): Locale | undefined {
  const byIso = new Map(locales.map((each) => [each.iso, each]));
  const sound = new Set<Locale>();
  return locales.find((start) => {
    const way = new Set<Locale>();
    let at: Locale | undefined = start;
    while (at && !sound.has(at) && !way.has(at)) {
      way.add(at);
      at = byIso.get(at.base ?? '');
    }
    if (at && way.has(at)) return true;
    for (const each of way) sound.add(each);
    return false;
  });
}
