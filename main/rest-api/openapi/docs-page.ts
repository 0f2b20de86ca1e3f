/** The documentation page of the REST API, generated from the same table as the OpenAPI document. */
import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../../shared/contracts/rest/routes/routes.ts';
import { escapeHtml } from '../../../shared/text.ts';
import { errorStatuses } from './error-responses.ts';
import { renderPage } from './html.ts';
import { bodySchema, type JsonSchema, namedSchemas, responseSchema } from './json-schemas.ts';
import { describePermissions, operationSummary, queryParameters } from './openapi-document.ts';
import { describeType, type FieldRow, fieldRows } from './schema-text.ts';

let cachedPage: string | undefined;

/** The whole page. It never changes while the program runs. */
export function renderDocsPage(): string {
  cachedPage ??= renderPage(
    'Project Content REST Service',
    `${introduction}\n${renderTableOfContents()}\n${[...renderSections()].join('\n')}\n${renderSchemasSection()}`,
  );
  return cachedPage;
}

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
