import { type Message, message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import { defineField, defineKind, defineSchema, type SchemaValue } from './define-kind.ts';
import { idSchemaFactory, optionalIdSchemaFactory } from './field-schemas.ts';

/** The id of the one project record in a project. */
export const projectRecordId = 'project';

/** A language's code becomes a key of objects and a part of file names, so it may be neither a path nor a property that every object has. */
export const isValidLocaleCode = (iso: string): boolean => /^[A-Za-z0-9][\w-]{0,63}$/.test(iso) && !(iso in {});

export const localeSchemaFactory = defineSchema((z) =>
  z.strictObject({
    iso: z.string().refine(isValidLocaleCode, schemaError(message('fault.localeCode'))),
    name: z.string().min(1).max(255),
    base: z.string().min(1).nullable(),
  }),
);
export type Locale = SchemaValue<typeof localeSchemaFactory>;

/** More than any project has. The limit exists because each text is looked up along the bases of its language. */
const maxLocales = 500;

/** The project itself: name, starting element, languages, stylesheet. There is exactly one; it cannot be removed. */
export const project = defineKind({
  kind: 'project',
  plural: 'project',
  label: 'project',
  fields: {
    name: defineField((z) => z.string().min(1).max(255), { api: 'ownRoute', export: 'custom' }),
    startingElement: defineField(optionalIdSchemaFactory, {
      default: null,
      reference: { targetKinds: ['element'], onTargetRemoved: 'clear', missingTargetError: 'notFound' },
      api: 'ownRoute',
      export: 'custom',
    }),
    cover: defineField((z) => z.record(z.string(), z.unknown()).nullable(), { default: null, api: 'none', export: 'custom' }),
    css: defineField((z) => z.string(), { default: '', isUnlimited: true, api: 'ownRoute', export: 'custom' }),
    /** The main language is the one without a base. Languages have commands of their own, which also change the texts. */
    locales: defineField((z) => z.array(localeSchemaFactory(z)).min(1).max(maxLocales), {
      default: [{ iso: 'en', name: 'English', base: null }],
      isImmutable: true,
      api: 'none',
      export: 'custom',
    }),
    /** The ids of the internal roots ([Common conventions], G19). */
    roots: defineField(
      (z) =>
        z.strictObject({
          board: idSchemaFactory(z),
          component: idSchemaFactory(z),
          asset: idSchemaFactory(z),
          variable: idSchemaFactory(z),
        }),
      {
        isImmutable: true,
        api: 'none',
        sync: 'local',
        export: 'never',
      },
    ),
  },
  orders: [],
  recordRules: [({ locales }) => validateLocales(locales)],
});

/** The main language: the one without a base. */
export const mainLocaleOf = (locales: readonly Locale[]): string => locales.find(({ base }) => base === null)?.iso ?? 'en';

/** The name of a language of the story; its code if the story does not have the language. */
export const localeNameOf = (locales: readonly Locale[], iso: string): string => locales.find((each) => each.iso === iso)?.name ?? iso;

function validateLocales(locales: readonly Locale[]): Record<string, Message> | undefined {
  const isos = new Set(locales.map(({ iso }) => iso));
  if (isos.size < locales.length) return { locales: message('fault.locales.duplicate') };
  if (locales.filter(({ base }) => base === null).length !== 1) return { locales: message('fault.locales.oneMain') };
  const orphan = locales.find(({ base }) => base !== null && !isos.has(base));
  if (orphan) return { locales: message('fault.locales.unknownBase', { base: String(orphan.base), iso: orphan.iso }) };
  const cyclic = findLocaleCycle(locales);
  return cyclic ? { locales: message('fault.locales.circle', { iso: cyclic.iso }) } : undefined;
}

/** A language whose bases never lead to the main one. */
function findLocaleCycle(locales: readonly Locale[]): Locale | undefined {
  const byIso = new Map(locales.map((each) => [each.iso, each]));
  const checked = new Set<Locale>();
  return locales.find((start) => {
    const path = new Set<Locale>();
    let current: Locale | undefined = start;
    while (current && !checked.has(current) && !path.has(current)) {
      path.add(current);
      current = byIso.get(current.base ?? '');
    }
    if (current && path.has(current)) return true;
    for (const each of path) checked.add(each);
    return false;
  });
}
