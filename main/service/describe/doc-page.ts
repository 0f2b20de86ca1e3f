/** The REST interface as a page to read, made from the same table as the OpenAPI document. */
import type { Route } from '../../../shared/routes/route.ts';
import { routes } from '../../../shared/routes/routes.ts';
import { statusesOf } from './errors.ts';
import { escaped, page } from './html.ts';
import { needsInWords, queryOf, summaryOf } from './openapi.ts';
import { answerSchema, bodySchema, formSchemas, type Schema } from './schemas.ts';
import { type FieldRow, fieldRows, typeInWords } from './words.ts';

let made: string | undefined;

/** The whole page. It never changes while the program runs. */
export function docPage(): string {
  made ??= page('Project Content REST Service', `${opening}\n${contents()}\n${[...sections()].join('\n')}\n${formsSection()}`);
  return made;
}

const opening = `<h1>Project Content REST Service</h1>
<p class="soft">Story projects over HTTP. Paths are below <code>/api/v1</code>; the same paths below <code>/api</code> are aliases.</p>
<p>Every request carries <code>Authorization: Bearer KEY</code> and <code>Accept: application/json</code>; <a href="/login">how to make a key</a>.
The same description for programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<p>Properties that are not listed are refused. A write answers with the version of the project before and after it
(<a href="#form-Changed">Changed</a>, for creates <a href="#form-Created">Created</a>); an error with an <code>Error</code> object that names every fault
by its field.</p>`;

const anchor = (rule: string): string => rule.toLowerCase().replaceAll(/[^a-z]+/g, '-');
const bySection = Map.groupBy(routes, ({ rule }) => rule);

const contents = (): string =>
  `<nav aria-label="Contents"><ul>${[...bySection.keys(), 'Forms']
    .map((rule) => `<li><a href="#${anchor(rule)}">${escaped(rule)}</a></li>`)
    .join('')}</ul></nav>`;

function* sections(): Generator<string> {
  for (const [rule, rows] of bySection)
    yield `<section aria-labelledby="${anchor(rule)}"><h2 id="${anchor(rule)}">${escaped(rule)}</h2>\n${rows.map(operation).join('\n')}</section>`;
}

function operation(route: Route): string {
  const { name, method, path, needs, rule } = route;
  const methods = rule === 'Exports' ? `${method}, HEAD` : method;
  const shownPath = escaped(path.replaceAll(/:(\w+)/g, '{$1}'));
  const notes = [needsInWords(needs), route.transfer && 'Counts as an import or export too.', route.deprecated && 'Deprecated.'];
  return `<article id="${name}"><h3><code><span class="method">${methods}</span> ${shownPath}</code></h3>
<p>${escaped(summaryOf(route))}. <span class="soft">${notes.filter(Boolean).join(' ')}</span></p>
${bodyTable(route)}${queryTable(route)}<p>Answers <code>${route.status}</code>: ${answerInWords(route)} <span class="soft">Errors: ${statusesOf(route).join(', ')}.</span></p></article>`;
}

function answerInWords(route: Route): string {
  const schema = answerSchema(route);
  return `${schema ? typeInWords(schema) : escaped(route.gives)}.`;
}

function bodyTable(route: Route): string {
  if (route.multipart) return '<p>Takes <code>multipart/form-data</code> with <code>file</code> and <code>type</code>.</p>';
  const schema = bodySchema(route);
  if (!schema) return '';
  const keys = route.paths
    ? `<p class="soft">Also path-style keys for ${route.paths.fields.map((field) => `<code>${field}</code>`).join(' and ')}, such as <code>${route.paths.fields[0]}/fr/text</code>.</p>`
    : '';
  return `${table(schema.minProperties ? 'Body: at least one of these' : 'Body', fieldRows(schema))}${keys}`;
}

function queryTable(route: Route): string {
  const rows = queryOf(route).map(({ name, schema, description }) => ({
    name,
    isNeeded: false,
    type: typeInWords(schema),
    notes: escaped(description),
  }));
  return rows.length > 0 ? table('Query', rows) : '';
}

/** Columns that would say nothing are left out. */
function table(caption: string, rows: readonly FieldRow[]): string {
  if (rows.length === 0) return '';
  const [someNeeded, someNotes] = [rows.some(({ isNeeded }) => isNeeded), rows.some(({ notes }) => notes !== '')];
  const lines = rows.map(({ name, isNeeded, type, notes }) => {
    const needed = someNeeded ? `<td>${isNeeded ? 'yes' : ''}</td>` : '';
    return `<tr><th scope="row"><code>${escaped(name)}</code></th>${needed}<td>${type}</td>${someNotes ? `<td>${notes}</td>` : ''}</tr>`;
  });
  const heads = ['Field', ...(someNeeded ? ['Needed'] : []), 'Type', ...(someNotes ? ['Notes'] : [])];
  const head = `<thead><tr>${heads.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>`;
  return `<table><caption>${caption}</caption>${head}<tbody>${lines.join('')}</tbody></table>\n`;
}

function formsSection(): string {
  const forms = Object.entries(formSchemas()).map(
    ([name, schema]: [string, Schema]) => `<article id="form-${name}"><h3>${name}</h3>\n${fieldsOf(schema)}</article>`,
  );
  return `<section aria-labelledby="forms"><h2 id="forms">Forms</h2>\n${forms.join('\n')}</section>`;
}

/** Of an answer everything is always there, but for what is told to be missing sometimes. */
function fieldsOf(schema: Schema): string {
  if (!schema.properties) return `<p>${typeInWords(schema)}</p>`;
  const rows = fieldRows(schema).map((row) => ({ ...row, isNeeded: false, notes: row.isNeeded ? row.notes : 'where there is one' }));
  return table('Fields', rows);
}
