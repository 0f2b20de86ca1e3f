/** The schemas of the kinds, made with zod. Only code that parses imports them; everything else works with the definitions alone. */
import { z } from 'zod';
import * as attributeValue from './attribute-value.ts';
import type { SchemaFactory, ZodFunctions } from './define-kind.ts';
import * as shared from './field-schemas.ts';
import { type KindName, type Kinds, kinds } from './kinds.ts';
import * as localComments from './local-comment-schemas.ts';
import * as project from './project.ts';

/**
 * Handed to the functions that create schemas. The namespace `z` in its place would put all of zod into each bundle, of which four fifths are never used:
 * its texts in fifty languages, JSON schemas and codecs ([0404](../../../docs/adr/0404-less-code-before-the-project-list.md)).
 */
export const zodFunctions: ZodFunctions = {
  array: z.array,
  boolean: z.boolean,
  discriminatedUnion: z.discriminatedUnion,
  enum: z.enum,
  int: z.int,
  iso: { datetime: z.iso.datetime },
  literal: z.literal,
  number: z.number,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  union: z.union,
  unknown: z.unknown,
  uuid: z.uuid,
};

export const idSchema = shared.idSchemaFactory(zodFunctions);
export const optionalIdSchema = shared.optionalIdSchemaFactory(zodFunctions);
export const themeSchema = shared.themeSchemaFactory(zodFunctions);
export const localizedTextSchema = shared.localizedTextSchemaFactory(zodFunctions);
export const elementCoverSchema = shared.elementCoverSchemaFactory(zodFunctions);
export const componentCoverSchema = shared.componentCoverSchemaFactory(zodFunctions);
export const localeSchema = project.localeSchemaFactory(zodFunctions);
export const localCommentsSchema = localComments.localCommentsSchemaFactory(zodFunctions);
export const attributeValueSchema = attributeValue.attributeValueSchemaFactory(zodFunctions);

export type FieldSchemas<K extends KindName> = { readonly [F in keyof Kinds[K]['fields']]: FieldSchema<Kinds[K]['fields'][F]> };
type FieldSchema<F> = F extends SchemaFactory<infer S> ? S : never;

const makeSchemas = (fields: Readonly<Record<string, SchemaFactory>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, create]) => [name, create(zodFunctions)]));

/** The schemas of the fields, by kind. */
// Each schema is created from the field of the same name, as the type states.
export const fieldSchemas = Object.fromEntries(
  Object.entries(kinds).map(([name, { fields }]) => [name, makeSchemas(fields)]),
) as unknown as { readonly [K in KindName]: FieldSchemas<K> };

const recordSchemas = new Map(Object.entries(fieldSchemas).map(([name, fields]) => [name, z.strictObject({ ...fields })]));

/** The schema of a record's own fields, all of them. */
export function getRecordSchema(kind: KindName): z.ZodType<Record<string, unknown>> {
  const schema = recordSchemas.get(kind);
  if (!schema) throw new Error(`There is no kind ${kind}.`);
  return schema;
}

/** The schema of one field; undefined if the kind has no such field. */
export const getFieldSchema = (kind: KindName, field: string): z.ZodType | undefined => fieldSchemasByName[kind][field];
// The same schemas for loops over all kinds, without the kinds' own types.
const fieldSchemasByName = fieldSchemas as unknown as Readonly<Record<KindName, Readonly<Record<string, z.ZodType>>>>;
