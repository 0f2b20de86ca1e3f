/** The request and response bodies of the route table as JSON schemas, for the OpenAPI document and the documentation page. */
import { z } from 'zod';
import { replySchemaFor, replySchemaRegistry } from '../../../shared/contracts/rest/replies.ts';
import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { getKind } from '../../../shared/model/kinds/kinds.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const schemaRef = (name: string): string => `#/components/schemas/${name}`;
/** The name of the schema that a `$ref` refers to. */
export const referencedSchemaName = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(schemaRef('').length);

/** Removes bounds that apply to every JSON number. */
function dropRedundantBounds({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.propertyNames;
}

/** Every named schema by its name. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(replySchemaRegistry, { uri: schemaRef, override: dropRedundantBounds });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _draft, $id: _id, ...schema }]) => [name, schema]));
}

/** The schema of a route's response; undefined for exports and downloads. */
export function responseSchema(route: Route): JsonSchema | undefined {
  const schema = replySchemaFor(route);
  return schema && toSchemaOrRef(schema);
}

function toSchemaOrRef(schema: z.ZodType): JsonSchema {
  const known = replySchemaRegistry.get(schema);
  if (known) return { $ref: schemaRef(known.id) };
  // zod types the parts of arrays and unions as its core types, but all schemas here are of the full type.
  if (schema instanceof z.ZodArray) return { type: 'array', items: toSchemaOrRef(schema.element as z.ZodType) };
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => toSchemaOrRef(option as z.ZodType)) };
  return toJsonSchema(schema);
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', override: dropRedundantBounds });
  return rest;
}

/** The schema of a route's JSON body, with the defaults of omitted fields ([Common conventions]). */
export function bodySchema(route: Route): JsonSchema | undefined {
  if (!route.body) return undefined;
  const schema = toJsonSchema(route.body);
  const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, withDefault(name, each, route)]);
  const whole: JsonSchema = { ...schema, properties: Object.fromEntries(properties) };
  if (route.method !== 'PATCH') return whole;
  // A PATCH contains at least one field, and a localized one may be set by path-style keys alone.
  if (!route.pathKeys) return whole.required ? whole : { ...whole, minProperties: 1 };
  const { required: _required, ...open } = whole;
  return { ...open, minProperties: 1, patternProperties: { [pathKeyPattern(route.pathKeys)]: { type: ['string', 'null'] } } };
}

/**
 * [Elements] matches `<field>/<locale>` or `<field>.<locale>` with an optional final `text`; for other routes, only
 * `<field>/<locale>/text`.
 */
function pathKeyPattern({ fields, notation }: NonNullable<Route['pathKeys']>): string {
  const names = `^(${fields.join('|')})`;
  return notation === 'any' ? `${names}[/.][^/.]+([/.]text)?$` : `${names}/[^/]+/text$`;
}

function withDefault(name: string, schema: unknown, { action, method }: Route): unknown {
  if (typeof schema !== 'object' || method !== 'POST') return schema;
  if (name === 'index') return { ...schema, default: '-' };
  const value = action.do === 'create' ? getKind(action.kind).defaults[name] : undefined;
  if (value === undefined) return schema;
  // The default of a localized text is an empty map, which is null in a request.
  return { ...schema, default: typeof value === 'object' ? null : value };
}
