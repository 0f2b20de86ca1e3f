/** Describes JSON schemas for the documentation page, one line for each field. */

import { isJsonObject } from '../../../shared/json.ts';
import { escapeHtml } from '../../../shared/text.ts';
import { type JsonSchema, referencedSchemaName } from './json-schemas.ts';

/** The type as HTML: code, and links to named schemas. */
export function describeType(schema: unknown): string {
  if (!isJsonSchema(schema)) return 'anything';
  const name = referencedSchemaName(schema);
  if (name !== undefined) return `<a href="#schema-${name}">${name}</a>`;
  if (schema.const !== undefined) return toCodeHtml(schema.const);
  if (schema.enum) return schema.enum.map(toCodeHtml).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(describeType))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return describeArray(schema);
  if (schema.type === 'object') return describeObject(schema);
  return `${schema.type ?? 'anything'}${describeBounds(schema)}`;
}

function describeArray({ items, prefixItems }: JsonSchema): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(describeType).join(', ')}]`;
  return `array of ${describeType(items)}`;
}

function describeObject({ properties, additionalProperties }: JsonSchema): string {
  if (properties)
    return `{${Object.entries(properties)
      .map(([name, inner]) => `<code>${escapeHtml(name)}</code>: ${describeType(inner)}`)
      .join(', ')}}`;
  return isJsonSchema(additionalProperties) && Object.keys(additionalProperties).length > 0
    ? `map of ${describeType(additionalProperties)}`
    : 'object';
}

function describeBounds({ minimum, maximum, exclusiveMinimum, maxLength, type }: JsonSchema): string {
  // 255 is the limit of every id and need not be mentioned.
  if (type === 'string' || maxLength !== undefined) return '';
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (minimum === undefined && maximum === undefined) return '';
  return maximum === undefined ? ` from ${minimum}` : ` ${minimum ?? ''}…${maximum}`;
}

/** A field as a row of a table: name, whether it is required, type, notes. */
export interface FieldRow {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly notes: string;
}

export function fieldRows({ properties, required }: JsonSchema): FieldRow[] {
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    const parts = isJsonSchema(schema)
      ? [schema.description, schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`]
      : [];
    return {
      name,
      isRequired: required?.includes(name) ?? false,
      type: describeType(schema),
      notes: escapeHtml(parts.filter(Boolean).join('; ')),
    };
  });
}

const isJsonSchema = (value: unknown): value is JsonSchema => isJsonObject(value);
const toCodeHtml = (value: unknown): string => `<code>${escapeHtml(JSON.stringify(value))}</code>`;
