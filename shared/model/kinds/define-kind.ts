/**
 * Defines a kind of record once: its fields, their defaults and texts, its order among its siblings, its references, its unique keys.
 * Each field also says how it crosses each boundary (REST, sync, export, labels). A definition contains no logic: validation, cascades,
 * request bodies, replies, import, export, sync, diffs and tests are loops over these definitions.
 */
import type { z } from 'zod';
import type { Message } from '../../messages/message-value.ts';
import type { BaseRecord } from './record-envelope.ts';

/**
 * What definitions use of zod, which is handed to them as `zodFunctions`. Schemas are functions of it, so that the window, which parses no records, need
 * not load zod.
 */
export type ZodFunctions = Pick<
  typeof z,
  | 'array'
  | 'boolean'
  | 'discriminatedUnion'
  | 'enum'
  | 'int'
  | 'literal'
  | 'number'
  | 'record'
  | 'strictObject'
  | 'string'
  | 'union'
  | 'unknown'
  | 'uuid'
> & { readonly iso: Pick<typeof z.iso, 'datetime'> };
export type SchemaFactory<S extends z.ZodType = z.ZodType> = (z: ZodFunctions) => S;
export type SchemaValue<F extends SchemaFactory> = z.output<ReturnType<F>>;

/** Makes the schema on first use and then returns the same object: documents that refer to a schema recognize it by its identity. */
export function defineSchema<S extends z.ZodType>(create: SchemaFactory<S>): SchemaFactory<S> {
  let schema: S | undefined;
  return (z) => {
    schema ??= create(z);
    return schema;
  };
}

/** What happens to the referring record when its target is removed: it is removed too, the field becomes null, or the entry leaves its list. */
type OnTargetRemoved = 'cascade' | 'clear' | 'drop';

/** The error for a reference to a record that does not exist (G5). */
export type MissingTargetError = 'notFound' | 'missingParent' | 'invalidTarget' | 'invalid';

export interface ReferenceRule {
  readonly targetKinds: readonly string[];
  readonly onTargetRemoved: OnTargetRemoved;
  readonly missingTargetError: MissingTargetError;
  /** `clear` sets this field to null instead of the reference itself (a cover is cleared as a whole). */
  readonly clearedField?: string;
}

/** The format of a text field: `plain` text, `rich` text (G21), a `note` (p and b over the API), or a `script`. */
export interface TextRule {
  readonly format: 'plain' | 'rich' | 'note' | 'script';
  /** Stored as `{<locale>: {text}}` ([Localized content]). */
  readonly localized?: boolean;
  /** The field contains a typed value (attribute-value.ts): its type decides whether the value is a text, or a list of references. */
  readonly isTypedValue?: boolean;
  /** How story files contain a localized text that is empty. Without it: `omitted`. */
  readonly whenEmpty?: EmptyTextRule;
}

/**
 * `omitted`: not among the texts of all languages; null if the file has one language. `null`: the main language always has an entry, with null.
 * `text`: the main language always has a text: `""`, or what the format's interpreter accepts as empty.
 */
export type EmptyTextRule = 'omitted' | 'null' | 'text';

/** An ordered list that contains the record: the children of `parentField`, sorted by `rankField`. */
export interface OrderRule {
  readonly parentField: string | null;
  readonly list: string;
  readonly rankField: 'rank' | 'outputRank';
}

/** The size of a board's items of one kind: `own` where each has a width and a height, else that of all of them, in pixels. */
export type ItemSize = 'own' | { readonly width: number; readonly height: number };

/** Two records may not have the same key. */
export type UniqueKey = {
  readonly key: string;
  readonly field: string;
  /** What is wrong with the field, without a full stop. */
  readonly fault: Message;
  /** `duplicate`: a conflict (409), which a sentence describes. */
} & ({ readonly status: 'invalid' } | { readonly status: 'duplicate'; readonly conflict: Message });

/** Returns what is wrong with a record, by field path. Sees nothing but the record. */
export type RecordRule<V> = (record: V) => Record<string, Message> | undefined;

/**
 * Which requests of the REST API set a field:
 * `write`: the bodies of create and update; `create`: the body of create only; `path`: the path of the create request;
 * `ownRoute`: an endpoint of its own; `none`: no request.
 */
type ApiAccess = 'write' | 'create' | 'path' | 'ownRoute' | 'none';

/** How the REST API handles a field. */
interface ApiFacet {
  readonly access: ApiAccess;
  /** Shown when the record is read by itself and in lists (`always`), in lists only, or never. */
  readonly shown: 'always' | 'list' | 'never';
  /** What a request body takes, if it differs from what the kind's schema and text rule say. */
  readonly bodySchema?: SchemaFactory;
  /** A move request can give the record another parent. */
  readonly isMovable: boolean;
  /** A create body needs the field. Without it: fields that have no default are required. */
  readonly isRequired: boolean;
  /** A reply leaves the field out if it is null. */
  readonly isOmittedWhenNull: boolean;
}

/**
 * How sync handles a field: `sent` when it changes; `createOnly`: sent when the record is created; `received`: only the remote changes it;
 * `local`: each side has its own value and the two are never compared.
 */
type SyncFacet = 'sent' | 'createOnly' | 'received' | 'local';

/**
 * How story files contain a field: `always`; `unlessDefault`: a missing key means the default; `custom`: the serializer of the kind
 * writes it and the reader of the kind reads it (geometry, covers, lists); `localized`: in the file's language with the record, in all languages in
 * `contents`; `never`: files do not contain it.
 */
type ExportFacet = 'always' | 'unlessDefault' | 'localized' | 'custom' | 'never';

/** How a field crosses each boundary. */
export interface FieldFacets {
  readonly api: ApiFacet;
  readonly sync: SyncFacet;
  /** Merged and sent together with this field, as one value. */
  readonly mergesWith: string | null;
  readonly export: ExportFacet;
  /** Key of the field's name in the messages (shared/messages). */
  readonly label: string;
}

interface FieldOptions {
  readonly text?: TextRule;
  /** The field itself is the id of another record. */
  readonly reference?: ReferenceRule;
  /** Ids inside the value, by the path below the field: `id`, `data[].component`. */
  readonly innerReferences?: { readonly [path: string]: ReferenceRule };
  /** A text that only the size of a request bounds (G9); others have the limit of the engine's `maxTextLength`. */
  readonly isUnlimited?: boolean;
  /** No change may set it ([Elements] id and relationship fields are immutable). Fields that only a create request sets are immutable anyway. */
  readonly isImmutable?: boolean;
  /** Without it: `write`, shown always. */
  readonly api?: ApiAccess | (Partial<ApiFacet> & Pick<ApiFacet, 'access'>);
  /** Without it: what REST can set is sent, what it cannot set is received. */
  readonly sync?: SyncFacet;
  readonly mergesWith?: string;
  /** Without it: `localized` for localized texts, `custom` for formatted ones, `unlessDefault` for fields with a default, else `always`. */
  readonly export?: ExportFacet;
  /** Without it: the field's name. */
  readonly label?: string;
}

/** One field of a kind. */
interface FieldDefinition<S extends z.ZodType = z.ZodType> extends FieldOptions {
  readonly schema: SchemaFactory<S>;
}

/** A field with its default value, its text rule, its reference and its facets. */
export function defineField<S extends z.ZodType>(
  schema: SchemaFactory<S>,
  options: FieldOptions & { readonly default: z.output<S> },
): FieldDefinition<S> & { readonly default: z.output<S> };
export function defineField<S extends z.ZodType>(schema: SchemaFactory<S>, options?: FieldOptions): FieldDefinition<S>;
export function defineField<S extends z.ZodType>(schema: SchemaFactory<S>, options: FieldOptions = {}): FieldDefinition<S> {
  return { schema: defineSchema(schema), ...options };
}

type FieldDefinitions = { readonly [field: string]: FieldDefinition };
type ShapeOf<F extends FieldDefinitions> = { readonly [N in keyof F]: F[N]['schema'] };
type ValuesOf<F extends FieldDefinitions> = z.output<z.ZodObject<{ -readonly [N in keyof F]: ReturnType<F[N]['schema']> }>>;
type DefaultsOf<F extends FieldDefinitions> = {
  readonly [N in keyof F as F[N] extends { readonly default: unknown } ? N : never]: SchemaValue<F[N]['schema']>;
};

export function defineKind<
  const K extends string,
  const P extends string,
  F extends FieldDefinitions,
  const S extends ItemSize | null = null,
>(spec: {
  readonly kind: K;
  /** The collection's name in exports. */
  readonly plural: P;
  /** The noun for one record in a sentence of the service. */
  readonly label: string;
  readonly fields: F;
  /** Set for items: records that are boxes on the canvas of a board, which has a list of them. They have `boardId`, `x` and `y`. */
  readonly itemSize?: S;
  /** Only the service creates and changes such records. */
  readonly isReadOnly?: boolean;
  /** The first order is the record's home; its `parentField` names the parent. */
  readonly orders: readonly OrderRule[];
  readonly recordRules?: readonly RecordRule<ValuesOf<F> & { id: string }>[];
  readonly uniqueKeys?: (record: ValuesOf<F> & { id: string }) => readonly UniqueKey[];
}) {
  const { fields, kind, plural, label, orders, recordRules = [], uniqueKeys = () => [], itemSize = null, isReadOnly = false } = spec;
  const entries = Object.entries(fields);
  // The schemas, defaults and texts are collected from `fields` by name, and their types are mapped from `fields` in the same way.
  const shape = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as unknown as ShapeOf<F>;
  const defaults = Object.fromEntries(
    entries.flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
  ) as DefaultsOf<F>;
  const texts: Readonly<Record<string, TextRule>> = Object.fromEntries(entries.flatMap(([name, { text }]) => (text ? [[name, text]] : [])));
  return {
    kind,
    plural,
    label,
    fields: shape,
    defaults,
    // The type parameter is null where a kind sets no size.
    itemSize: itemSize as S,
    isReadOnly,
    orders,
    /** By path: `boardId`, `cover.id`, `value.data[].component`. */
    references: Object.fromEntries(entries.flatMap(([name, field]) => [...referencesOfField(name, field)])),
    texts,
    unlimitedFields: entries.flatMap(([name, { isUnlimited }]) => (isUnlimited ? [name] : [])),
    localizedFields: entries.flatMap(([name, { text }]) => (text?.localized ? [name] : [])),
    facets: Object.fromEntries(entries.map(([name, field]) => [name, resolveFacets(name, field)])),
    recordRules,
    uniqueKeys,
    immutableFields: entries.flatMap(([name, field]) => (isImmutable(field) ? [name] : [])),
  };
}

function* referencesOfField(name: string, { reference, innerReferences = {} }: FieldDefinition): Generator<[string, ReferenceRule]> {
  if (reference) yield [name, reference];
  for (const [path, rule] of Object.entries(innerReferences)) yield [`${name}.${path}`, rule];
}

const accessOf = ({ api = 'write' }: FieldDefinition): ApiAccess => (typeof api === 'string' ? api : api.access);
const isImmutable = (field: FieldDefinition): boolean =>
  field.isImmutable === true || accessOf(field) === 'create' || accessOf(field) === 'path';

const syncFacets: Readonly<Record<ApiAccess, SyncFacet>> = {
  write: 'sent',
  ownRoute: 'sent',
  create: 'createOnly',
  path: 'createOnly',
  none: 'received',
};

function resolveFacets(name: string, field: FieldDefinition): FieldFacets {
  const access = accessOf(field);
  const hasDefault = 'default' in field;
  return {
    api: {
      shown: 'always',
      isMovable: false,
      isRequired: !hasDefault,
      isOmittedWhenNull: false,
      ...(typeof field.api === 'object' && field.api),
      access,
    },
    sync: field.sync ?? syncFacets[access],
    mergesWith: field.mergesWith ?? null,
    export: field.export ?? defaultExport(field),
    label: field.label ?? name,
  };
}

function defaultExport(field: FieldDefinition): ExportFacet {
  if (field.text?.localized) return 'localized';
  if (field.text !== undefined && field.text.format !== 'plain') return 'custom';
  return 'default' in field ? 'unlessDefault' : 'always';
}

type SchemaFactories = { readonly [field: string]: SchemaFactory };
type KindSpec = { kind: string; fields: SchemaFactories; defaults: object };
type KindNameOf<S> = S extends { kind: infer K extends string } ? K : never;
export type FieldsOf<S> = S extends { fields: infer F extends SchemaFactories }
  ? z.output<z.ZodObject<{ -readonly [N in keyof F]: ReturnType<F[N]> }>>
  : never;
export type RecordOfKind<S extends KindSpec> = BaseRecord<KindNameOf<S>> & FieldsOf<S>;
export type DraftOfKind<S extends KindSpec> = Omit<FieldsOf<S>, keyof S['defaults']> & Partial<FieldsOf<S>>;
