/** A JSON schema in the words of the page: what a field takes, in a line. */
import { escaped } from './html.ts';
import { formNamed, type Schema } from './schemas.ts';

/** HTML: code, and links to forms. */
export function typeInWords(schema: unknown): string {
  if (!isSchema(schema)) return 'anything';
  const form = formNamed(schema);
  if (form !== undefined) return `<a href="#form-${form}">${form}</a>`;
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(typeInWords))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return arrayInWords(schema);
  if (schema.type === 'object') return objectInWords(schema);
  return `${schema.type ?? 'anything'}${bounds(schema)}`;
}

function arrayInWords({ items, prefixItems }: Schema): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(typeInWords).join(', ')}]`;
  return `array of ${typeInWords(items)}`;
}

function objectInWords({ properties, additionalProperties }: Schema): string {
  if (properties)
    return `{${Object.entries(properties)
      .map(([name, inner]) => `<code>${escaped(name)}</code>: ${typeInWords(inner)}`)
      .join(', ')}}`;
  return isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0
    ? `map of ${typeInWords(additionalProperties)}`
    : 'object';
}

function bounds({ minimum, maximum, exclusiveMinimum, maxLength, type }: Schema): string {
  // 255 is what any id is held to; only a name’s length is worth telling, and that is the engine’s to explain.
  if (type === 'string' || maxLength !== undefined) return '';
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (minimum === undefined && maximum === undefined) return '';
  return maximum === undefined ? ` from ${minimum}` : ` ${minimum ?? ''}…${maximum}`;
}

/** A field as a row of a table: name, whether it is needed, type, and what else is known of it. */
export interface FieldRow {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly type: string;
  readonly notes: string;
}

export function fieldRows({ properties, required }: Schema): FieldRow[] {
  return Object.entries(properties ?? {}).map(([name, schema]) => {
    const told = isSchema(schema)
      ? [schema.description, schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`]
      : [];
    return {
      name,
      isNeeded: required?.includes(name) ?? false,
      type: typeInWords(schema),
      notes: escaped(told.filter(Boolean).join('; ')),
    };
  });
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const code = (value: unknown): string => `<code>${escaped(JSON.stringify(value))}</code>`;
