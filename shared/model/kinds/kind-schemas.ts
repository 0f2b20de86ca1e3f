/** The schemas of the kinds, made with zod. Only code that parses imports them; everything else works with the definitions alone. */
import { z } from 'zod';
import * as attributeValue from './attribute-value.ts';
import type { SchemaFactory } from './define-kind.ts';
import * as shared from './field-schemas.ts';
import { type KindName, type Kinds, kinds } from './kinds.ts';
import * as localComments from './local-comment-schemas.ts';
import * as project from './project.ts';

export const idSchema = shared.idSchemaFactory(z);
export const optionalIdSchema = shared.optionalIdSchemaFactory(z);
export const themeSchema = shared.themeSchemaFactory(z);
export const localizedTextSchema = shared.localizedTextSchemaFactory(z);
export const elementCoverSchema = shared.elementCoverSchemaFactory(z);
export const componentCoverSchema = shared.componentCoverSchemaFactory(z);
export const localeSchema = project.localeSchemaFactory(z);
export const localCommentsSchema = localComments.localCommentsSchemaFactory(z);
export const attributeValueSchema = attributeValue.attributeValueSchemaFactory(z);

export type FieldSchemas<K extends KindName> = { readonly [F in keyof Kinds[K]['fields']]: FieldSchema<Kinds[K]['fields'][F]> };
type FieldSchema<F> = F extends SchemaFactory<infer S> ? S : never;

const makeSchemas = (fields: Readonly<Record<string, SchemaFactory>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, create]) => [name, create(z)]));

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
