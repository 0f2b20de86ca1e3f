/** The documentation page of the REST API, generated from the same table as the OpenAPI document. */

import { createHash } from 'node:crypto';
import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import { isJsonObject } from '../../../shared/json.ts';
import { escapeHtml } from '../../../shared/text.ts';
import { once } from '../../platform/once.ts';
import {
  bodySchema,
  describePermissions,
  errorStatuses,
  type JsonSchema,
  namedSchemas,
  operationSummary,
  queryParameters,
  referencedSchemaName,
  responseSchema,
} from './openapi-document.ts';

/** The whole page. It never changes while the program runs. */
export const renderDocsPage = once((): string =>
  renderPage(
    'Project Content REST Service',
    `${introduction}\n${renderTableOfContents()}\n${[...renderSections()].join('\n')}\n${renderSchemasSection()}`,
  ),
);

const introduction = `<h1>Project Content REST Service</h1>
<p class="soft">Story projects over HTTP. Paths are below <code>/api/v1</code>; the same paths below <code>/api</code> are aliases.</p>
<p>Every request carries <code>Authorization: Bearer KEY</code> and <code>Accept: application/json</code>; <a href="/login">how to make a key</a>.
The same description for programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<p>Properties that are not listed are refused. A write answers with the version of the project before and after it
(<a href="#schema-Changed">Changed</a>, for creates <a href="#schema-Created">Created</a>); an error with an <code>Error</code> object that names every fault
by its field.</p>`;

const toAnchorId = (rule: string): string => rule.toLowerCase().replaceAll(/[^a-z]+/g, '-');
const routesBySection = Map.groupBy(routes, ({ section }) => section);

const renderTableOfContents = (): string =>
  `<nav aria-label="Contents"><ul>${[...routesBySection.keys(), 'Schemas']
    .map((rule) => `<li><a href="#${toAnchorId(rule)}">${escapeHtml(rule)}</a></li>`)
    .join('')}</ul></nav>`;

function* renderSections(): Generator<string> {
  for (const [rule, rows] of routesBySection)
    yield `<section aria-labelledby="${toAnchorId(rule)}"><h2 id="${toAnchorId(rule)}">${escapeHtml(rule)}</h2>\n${rows.map(renderOperation).join('\n')}</section>`;
}

function renderOperation(route: Route): string {
  const { name, method, path, permission, section } = route;
  const methods = section === 'Exports' ? `${method}, HEAD` : method;
  const shownPath = escapeHtml(path.replaceAll(/:(\w+)/g, '{$1}'));
  const notes = [
    describePermissions(permission),
    route.countsAsTransfer && 'Counts as an import or export too.',
    route.deprecated && 'Deprecated.',
  ];
  return `<article id="${name}"><h3><code><span class="method">${methods}</span> ${shownPath}</code></h3>
<p>${escapeHtml(operationSummary(route))}. <span class="soft">${notes.filter(Boolean).join(' ')}</span></p>
${renderBodyTable(route)}${renderQueryTable(route)}<p>Answers <code>${route.status}</code>: ${describeResponse(route)} <span class="soft">Errors: ${errorStatuses(route).join(', ')}.</span></p></article>`;
}

function describeResponse(route: Route): string {
  const schema = responseSchema(route);
  return `${schema ? describeType(schema) : escapeHtml(route.returns)}.`;
}

function renderBodyTable(route: Route): string {
  if (route.multipart) return '<p>Takes <code>multipart/form-data</code> with <code>file</code> and <code>type</code>.</p>';
  const schema = bodySchema(route);
  if (!schema) return '';
  const keys = route.pathKeys
    ? `<p class="soft">Also path-style keys for ${route.pathKeys.fields.map((field) => `<code>${field}</code>`).join(' and ')}, such as <code>${route.pathKeys.fields[0]}/fr/text</code>.</p>`
    : '';
  return `${renderTable(schema.minProperties ? 'Body: at least one of these' : 'Body', fieldRows(schema))}${keys}`;
}

function renderQueryTable(route: Route): string {
  const rows = queryParameters(route).map(({ name, schema, description }) => ({
    name,
    isRequired: false,
    type: describeType(schema),
    notes: escapeHtml(description),
  }));
  return rows.length > 0 ? renderTable('Query', rows) : '';
}

/** Empty columns are left out. */
function renderTable(caption: string, rows: readonly FieldRow[]): string {
  if (rows.length === 0) return '';
  const [someNeeded, someNotes] = [rows.some(({ isRequired }) => isRequired), rows.some(({ notes }) => notes !== '')];
  const lines = rows.map(({ name, isRequired, type, notes }) => {
    const needed = someNeeded ? `<td>${isRequired ? 'yes' : ''}</td>` : '';
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th>${needed}<td>${type}</td>${someNotes ? `<td>${notes}</td>` : ''}</tr>`;
  });
  const heads = ['Field', ...(someNeeded ? ['Needed'] : []), 'Type', ...(someNotes ? ['Notes'] : [])];
  const head = `<thead><tr>${heads.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>`;
  return `<table><caption>${caption}</caption>${head}<tbody>${lines.join('')}</tbody></table>\n`;
}

function renderSchemasSection(): string {
  const schemas = Object.entries(namedSchemas()).map(
    ([name, schema]: [string, JsonSchema]) => `<article id="schema-${name}"><h3>${name}</h3>\n${renderFields(schema)}</article>`,
  );
  return `<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>\n${schemas.join('\n')}</section>`;
}

/** All fields of a response are always present, except for those that are marked as optional. */
function renderFields(schema: JsonSchema): string {
  if (!schema.properties) return `<p>${describeType(schema)}</p>`;
  const rows = fieldRows(schema).map((row) => ({ ...row, isRequired: false, notes: row.isRequired ? row.notes : 'where there is one' }));
  return renderTable('Fields', rows);
}

/** The type as HTML: code, and links to named schemas. */
function describeType(schema: unknown): string {
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
interface FieldRow {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly notes: string;
}

function fieldRows({ properties, required }: JsonSchema): FieldRow[] {
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

/** Uses the colours and sizes of the window. */
const styleSheet = `:root{color-scheme:light dark;--paper:light-dark(#f4f0e8,#1d1b19);--card:light-dark(#fffdf9,#272421);--ink:light-dark(#26221c,#ece6dc);
--ink-soft:light-dark(#574f43,#bdb4a6);--line:light-dark(#ddd6c8,#37332e);--accent:light-dark(#1f5c4d,#7fc4ae);--sunken:light-dark(#ece7dd,#191715);
--ui:-apple-system,BlinkMacSystemFont,"Segoe UI Variable Text","Segoe UI",Cantarell,Ubuntu,"Noto Sans","Liberation Sans",system-ui,sans-serif;
--code:ui-monospace,"SF Mono","Cascadia Code",Consolas,"Noto Sans Mono","DejaVu Sans Mono",monospace}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:0.9375rem/1.55 var(--ui);-webkit-text-size-adjust:100%}
main{max-width:56rem;margin:0 auto;padding:2.5rem 1.25rem 5rem}
h1{font-size:1.875rem;line-height:1.2;margin:0 0 .5rem;font-weight:650}
h2{font-size:1.1875rem;margin:3rem 0 .75rem;padding-bottom:.4rem;border-bottom:1px solid var(--line)}
h3{font-size:.9375rem;margin:0;font-weight:600}
p,ul{margin:.5rem 0}
a{color:var(--accent);text-underline-offset:2px}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code{font:.875em var(--code);overflow-wrap:anywhere}
pre{margin:.75rem 0;padding:.75rem 1rem;background:var(--sunken);border-radius:6px;white-space:pre-wrap}
.soft{color:var(--ink-soft)}
nav ul{list-style:none;margin:1.5rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
article{margin:.75rem 0;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
article>p{margin:.35rem 0 0}
.method{display:inline-block;min-width:4.25rem;color:var(--accent);font-weight:700}
table{border-collapse:collapse;width:100%;margin-top:.75rem;font-size:.8125rem;overflow-wrap:anywhere}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-top:1px solid var(--line)}
th{font-weight:600}
th:first-child{width:min(11rem,35%)}
@media (min-width:34rem){th,th code{white-space:nowrap}}
thead th{border-top:0;color:var(--ink-soft);font-weight:500}
@media (prefers-contrast:more){:root{--ink:light-dark(#000,#fff);--ink-soft:light-dark(#1e1a14,#f0ebe2);--line:light-dark(#8d8372,#7b7265)}}
@media print{body{background:none}article{break-inside:avoid}}`;

const styleSheetHash = createHash('sha256').update(styleSheet).digest('base64');
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleSheetHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** A whole page; `body` is HTML. */
export const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styleSheet}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
