/**
 * The vocabulary in which every kind of record is written down, once. A kind is its fields, their defaults, its place
 * among its siblings, what it refers to, which of its fields hold text, and what must be unique. It holds no logic:
 * validation, cascades, import, export, diff and tests are loops over these definitions.
 */
import { z } from 'zod';
import type { TranslationSources } from '../translation-source.ts';

/**
 * What becomes of the holder when what it refers to goes: it goes too, the field becomes null,
 * the entry leaves its list, or the removal is refused.
 */
export type OnTargetRemoved = 'cascade' | 'clear' | 'drop' | 'refuse';

/** How a reference to nothing is answered (G5). */
export type MissingTargetError = 'notFound' | 'missingParent' | 'invalidTarget' | 'invalid';

export interface ReferenceRule {
  /** The kinds that may stand there. */
  readonly targetKinds: readonly string[];
  readonly onTargetRemoved: OnTargetRemoved;
  readonly missingTargetError: MissingTargetError;
  /** `clear` sets this field to null instead of the reference itself (a cover goes as a whole). */
  readonly clearedField?: string;
}

/** What a text field holds: `plain` text, `rich` text (G21), a `note` (p and b over the API), a `script`, or rich text in a typed value. */
export interface TextRule {
  readonly format: 'plain' | 'rich' | 'note' | 'script';
  /** Stored as `{<locale>: {text}}` ([Localized content]). */
  readonly localized?: boolean;
}

/** A list the record stands in, in order: among the children of `by`, by the rank kept in `rank`. */
export interface OrderRule {
  readonly parentField: string | null;
  readonly list: string;
  readonly rankField: 'rank' | 'outputRank';
}

/** Two records may not give the same key. */
export interface UniqueKey {
  readonly key: string;
  readonly field: string;
  readonly message: string;
  readonly status: 'invalid' | 'duplicate';
}

/** The record as it would become: what is wrong with it, by field path. Sees nothing but the record. */
export type RecordRule<V> = (record: V) => Record<string, string> | undefined;

type FieldShapes = z.core.$ZodLooseShape;
type FieldValues<F extends FieldShapes> = z.output<z.ZodObject<F>>;

export function defineKind<const K extends string, F extends FieldShapes, D extends Partial<FieldValues<F>>>(spec: {
  readonly kind: K;
  /** The collection's name in exports. */
  readonly plural: string;
  /** The service's word for one of them in a sentence. */
  readonly label: string;
  readonly fields: F;
  readonly defaults: D;
  /** The first order is the record's home; its `by` is the parent field. */
  readonly orders: readonly OrderRule[];
  /** By path: `boardId`, `cover.id`, `value.data[].component`. */
  readonly references: { readonly [path: string]: ReferenceRule };
  readonly texts: { readonly [field: string]: TextRule };
  readonly recordRules?: readonly RecordRule<FieldValues<F> & { id: string }>[];
  readonly uniqueKeys?: (record: FieldValues<F> & { id: string }) => readonly UniqueKey[];
  /** Fields that a change may not set ([Elements] id and relationship fields are immutable). */
  readonly immutableFields?: readonly (keyof F & string)[];
}) {
  return {
    ...spec,
    recordRules: spec.recordRules ?? [],
    uniqueKeys: spec.uniqueKeys ?? (() => []),
    immutableFields: spec.immutableFields ?? [],
    /** The record's own fields, all of them. */
    schema: z.strictObject(spec.fields),
    /** A change: some fields, no defaults filled in. */
    patchSchema: z.strictObject(spec.fields).partial(),
  };
}

/** What every record carries beside the fields of its kind. */
export interface BaseRecord<K extends string> {
  readonly kind: K;
  readonly id: string;
  /** Fractional order key among the siblings of its home list; '' where there is no order. */
  readonly rank: string;
  /** A connection's order key among the outputs of its source. */
  readonly outputRank?: string;
  /** Fields of an imported or mirrored file that we do not know, kept as they came. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Where the source of a translation has changed since: what it was made from (shared/model/translation-source.ts). Ours alone: no file and no request has it. */
  readonly translatedFrom?: TranslationSources;
}

type KindSpec = { kind: string; schema: z.ZodType; defaults: object };
export type KindNameOf<S> = S extends { kind: infer K extends string } ? K : never;
export type FieldsOf<S> = S extends { schema: z.ZodType<infer V> } ? V : never;
export type RecordOfKind<S extends KindSpec> = BaseRecord<KindNameOf<S>> & FieldsOf<S>;
export type DraftOfKind<S extends KindSpec> = Omit<FieldsOf<S>, keyof S['defaults']> & Partial<FieldsOf<S>>;
