/** The OpenAPI document in words that a reviewer can read: a line for each part of an operation, with a digest of what the words leave out. */
import { createHash } from 'node:crypto';

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json | undefined;
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const entriesOf = (value: Json | undefined): [string, Json | undefined][] => (isObject(value) ? Object.entries(value) : []);
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const digest = (value: Json | undefined): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** A schema in the notation of TypeScript; what that cannot say follows in parentheses. */
function shape(schema: Json | undefined): string {
  if (!isObject(schema)) return JSON.stringify(schema);
  const { $ref, type, enum: values, const: constant, anyOf, oneOf, allOf, items, properties, required, ...others } = schema;
  const { description: _, additionalProperties, ...limits } = others;
  const said = [
    typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined,
    constant === undefined ? undefined : JSON.stringify(constant),
    Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(' | ') : undefined,
    ...[anyOf, oneOf].map((choices) => (choices === undefined ? undefined : listOf(choices).map(shape).join(' | '))),
    allOf === undefined ? undefined : listOf(allOf).map(shape).join(' & '),
    items === undefined ? undefined : `(${shape(items)})[]`,
    properties === undefined
      ? undefined
      : `{ ${entriesOf(properties)
          .map(([name, of]) => `${name}${listOf(required).includes(name) ? '' : '?'}: ${shape(of)}`)
          .join('; ')}${additionalProperties === false ? '' : '; …'} }`,
  ].filter((part) => part !== undefined);
  const plain = said.length > 0 ? said.join(' ') : [type].flat().map(String).join(' | ');
  const limit = entriesOf(limits).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return limit.length > 0 ? `${plain} (${limit.join(', ')})` : plain;
}

/** A line for each property of a long object, else one line. */
function schemaLines(schema: Json | undefined, indent: string): string[] {
  if (!isObject(schema) || !isObject(schema.properties) || shape(schema).length < 120) return [`${indent}${shape(schema)}`];
  const { properties, required, ...rest } = schema;
  const lines = entriesOf(properties).map(
    ([name, each]) => `${indent}  ${name}${listOf(required).includes(name) ? '' : '?'}: ${shape(each)}`,
  );
  return [`${indent}${shape(rest)}`, ...lines];
}

/** The parts of a body or a reply, by media type. */
const bodyLines = (content: Json | undefined): string[] =>
  entriesOf(content).flatMap(([type, of]) => {
    const [first = '', ...others] = schemaLines(isObject(of) ? of.schema : undefined, '    ');
    return [`    ${type}: ${first.trim()}`, ...others];
  });

const parameter = (each: Json): string =>
  isObject(each) && each.$ref === undefined
    ? `${each.in} ${each.name}${each.required === true ? '' : '?'}: ${shape(each.schema)}`
    : shape(each);

function operationLines(method: string, path: string, operation: JsonObject): string[] {
  const { operationId, tags, summary, description, parameters, requestBody, responses } = operation;
  const bare: string[] = [];
  const replies = entriesOf(responses).flatMap(([status, reply]) => {
    if (!isObject(reply) || typeof reply.$ref === 'string') {
      bare.push(`${status} ${isObject(reply) ? String(reply.$ref).split('/').at(-1) : ''}`);
      return [];
    }
    return [
      `  ${status} ${reply.description} ${entriesOf(reply.headers)
        .map(([name]) => name)
        .join(' ')}`.trimEnd(),
      ...bodyLines(reply.content),
    ];
  });
  return [
    `${method.toUpperCase()} ${path} · ${operationId} · ${listOf(tags).join(', ')} · ${summary} · ${digest(operation)}`,
    ...(description === undefined ? [] : [`  ${description}`]),
    ...listOf(parameters).map((each) => `  ${parameter(each)}`),
    ...(isObject(requestBody) ? ['  body', ...bodyLines(requestBody.content)] : []),
    ...replies,
    ...(bare.length > 0 ? [`  ${bare.join(' · ')}`] : []),
  ];
}

/** Every operation and component of an OpenAPI document; the digests change with anything that is not in the words. */
export function outlineApi(document: JsonObject): string {
  const { paths, components, ...head } = document;
  const operations = entriesOf(paths).flatMap(([path, methods]) =>
    entriesOf(methods).flatMap(([method, operation]) => {
      if (isObject(operation)) return operationLines(method, path, operation);
      // What all operations of a path have in common: its parameters.
      return listOf(operation).map((each) => `${path} · ${parameter(each)} · ${digest(each)}`);
    }),
  );
  const parts = entriesOf(components).flatMap(([group, members]) =>
    entriesOf(members).flatMap(([name, member]) => [
      `${group}/${name} · ${digest(member)}`,
      ...(group === 'schemas' ? schemaLines(member, '  ') : [`  ${JSON.stringify(member)}`]),
    ]),
  );
  return `${[`head · ${digest(head)}`, ...operations, ...parts].join('\n')}\n`;
}
