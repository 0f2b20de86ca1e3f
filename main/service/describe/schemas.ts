/** The bodies and answers of the route table as JSON schemas, for the OpenAPI document and the page made of it. */
import { z } from 'zod';
import { answerForms, answerOf } from '../../../shared/answers.ts';
import { kindNamed } from '../../../shared/kinds/all.ts';
import type { Route } from '../../../shared/routes/route.ts';

export type Schema = z.core.JSONSchema.BaseSchema;

const place = (name: string): string => `#/components/schemas/${name}`;
/** The name of the form that a schema refers to. */
export const formNamed = ({ $ref }: Schema): string | undefined => $ref?.slice(place('').length);

/** Bounds that only say what a number in JSON can be tell nobody anything. */
function tidy({ jsonSchema }: { jsonSchema: Schema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.propertyNames;
}

/** Every named form by its name. */
export function formSchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(answerForms, { uri: place, override: tidy });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _draft, $id: _id, ...schema }]) => [name, schema]));
}

/** What a route answers with; nothing for an export and a download. */
export function answerSchema(route: Route): Schema | undefined {
  const schema = answerOf(route);
  return schema && referring(schema);
}

function referring(schema: z.ZodType): Schema {
  const known = answerForms.get(schema);
  if (known) return { $ref: place(known.id) };
  if (schema instanceof z.ZodArray) return { type: 'array', items: referring(schema.element as z.ZodType) };
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => referring(option as z.ZodType)) };
  return plain(schema);
}

function plain(schema: z.ZodType): Schema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', override: tidy });
  return rest;
}

/** The JSON body that a route takes, with what is filled in where a field is omitted ([Common conventions]). */
export function bodySchema(route: Route): Schema | undefined {
  if (!route.body) return undefined;
  const schema = plain(route.body);
  const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, withDefault(name, each, route)]);
  const whole: Schema = { ...schema, properties: Object.fromEntries(properties) };
  if (route.method !== 'PATCH') return whole;
  // A PATCH names at least one field, and a localized one may be named by path-style keys alone.
  if (!route.paths) return whole.required ? whole : { ...whole, minProperties: 1 };
  const { required: _required, ...open } = whole;
  return { ...open, minProperties: 1, patternProperties: { [pathKeys(route.paths)]: { type: ['string', 'null'] } } };
}

/** [Elements] `<field>/<locale>` or `<field>.<locale>`, with an optional final `text`; others only `<field>/<locale>/text`. */
function pathKeys({ fields, forms }: NonNullable<Route['paths']>): string {
  const names = `^(${fields.join('|')})`;
  return forms === 'all' ? `${names}[/.][^/.]+([/.]text)?$` : `${names}/[^/]+/text$`;
}

function withDefault(name: string, schema: unknown, { does, method }: Route): unknown {
  if (typeof schema !== 'object' || method !== 'POST') return schema;
  if (name === 'index') return { ...schema, default: '-' };
  const value = does.do === 'create' ? kindNamed(does.kind).defaults[name] : undefined;
  if (value === undefined) return schema;
  // Localized texts begin as an empty map, which a writer calls null.
  return { ...schema, default: typeof value === 'object' ? null : value };
}
