/**
 * The REST API as a function from Request to Response ([Endpoints]), independent of sockets. The only place where a Problem becomes a
 * response.
 */

import type { RequiredPermission, Route } from '../../shared/contracts/rest/routes/route.ts';
import { type ReadRouteName, routes } from '../../shared/contracts/rest/routes/routes.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { decodePathSegment } from '../../shared/text.ts';
import { describeError } from '../platform/errors.ts';
import type { ApiRequest, RestApiDeps, UploadFlow } from './api-request.ts';
import { downloadAsset, uploadAndCreateAsset, uploadAsset } from './handlers/asset-files.ts';
import { exportEventsPath } from './handlers/export-event-stream.ts';
import { handleExport } from './handlers/export-handler.ts';
import { createProject, importProject, listProjects, removeProject, renameProject } from './handlers/projects.ts';
import { readHandlers } from './handlers/read-handlers.ts';
import { handleWrite } from './handlers/write-handler.ts';
import { isMultipartRequest } from './http/request-body.ts';
import { jsonResponse, problemResponse, unauthenticatedResponse, withHeaders, withoutBody } from './http/responses.ts';
import { pageHeaders, renderDocsPage, renderPage } from './openapi/docs-page.ts';
import { openApiDocument } from './openapi/openapi-document.ts';

export interface RestApi {
  /** `uploadFlow` is the way of uploading that this listener supports (G1). Never throws. */
  handle(request: Request, options?: { readonly uploadFlow?: UploadFlow }): Promise<Response>;
}

export function createRestApi(deps: RestApiDeps): RestApi {
  return {
    async handle(request, { uploadFlow = 'two-step' } = {}) {
      const response = await respond(request, uploadFlow, deps).catch((error: unknown) => toErrorResponse(error, request, deps));
      return request.method === 'HEAD' ? withoutBody(response) : response;
    },
  };
}

/** The checks have the order of G3: key, quotas, the key's permission and feature, project and member, method, then the request itself. */
async function respond(request: Request, uploadFlow: UploadFlow, deps: RestApiDeps): Promise<Response> {
  const url = requestedUrl(request);
  const page = handlePublicPage(request.method, url.pathname);
  if (page) return page;
  if (url.pathname === exportEventsPath) return deps.exportEvents.handle(request);
  const path = /^\/api(?:\/v1(?=\/|$))?(\/.*)?$/s.exec(url.pathname)?.[1];
  const caller = deps.accounts.authenticate(request.headers.get('authorization'));
  if (!caller) return unauthenticatedResponse(request.headers.get('accept'));

  const matches = path === undefined ? [] : matchRoutes(path);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const isMultipart = isMultipartRequest(request);
  const fits = (row: Route): boolean =>
    row.method === method &&
    (uploadFlow === 'single'
      ? row.name !== 'uploadAsset' && (row.name === 'uploadAndCreateAsset') === (isMultipart && row.path.endsWith('/asset'))
      : row.name !== 'uploadAndCreateAsset');
  const match = matches.find(({ routes }) => routes.some(fits));
  const route = match?.routes.find(fits);

  const admitted = deps.rateLimiter.consume(caller.workspace.id, caller.workspace.seats, route?.countsAsTransfer === true);
  if (!admitted.isAllowed) throw new ErrorWithHeaders(new Problem('tooMany', message('problem.rest.quotaUsedUp')), admitted.headers);
  try {
    assertKeyPermission(caller.apiKey.permissions, method);
    if (route) assertExportFeature(route.permission, caller.workspace.exports);
    // The first segment is checked as a project even if no route matches the rest.
    const hashOfUnknownPath = match || path === undefined ? undefined : projectHashInPath(path);
    const hash = match ? match.params.hash : hashOfUnknownPath;
    if (hash !== undefined) assertProjectAccess(hash, route?.permission ?? 'view', caller, deps);
    if (!route || !match) throw unknownPathError(matches, request.method, uploadFlow);
    const quotaHeaders = admitted.headers;
    return await dispatchRequest({ request, url, route, params: match.params, hash: hash ?? '', caller, uploadFlow, quotaHeaders }, deps);
  } catch (error) {
    throw new ErrorWithHeaders(error, admitted.headers);
  }
}

/** Some clients on old versions of .NET write `??locale=` for `?locale=`. */
function requestedUrl({ url }: Request): URL {
  const requested = new URL(url);
  if (requested.search.startsWith('??')) requested.search = requested.search.replace(/^\?+/, '?');
  return requested;
}

/** [Authentication 4] permissions of the key are independent of each other. */
function assertKeyPermission(permissions: readonly string[], method: string): void {
  if (method === 'OPTIONS' || method === 'PUT' || method === 'TRACE') return;
  const needed = method === 'GET' ? 'project:read' : 'project:write';
  if (!permissions.includes(needed)) throw new Problem('forbidden', message('problem.rest.permissionNeeded', { needed }));
}

/** [Authentication 5, Exports] throws unless the export feature is enabled for the workspace. */
function assertExportFeature(needs: RequiredPermission, exports: readonly string[]): void {
  if (typeof needs === 'object' && !exports.includes(needs.export))
    throw new Problem('forbidden', message('problem.rest.exportDisabled', { export: needs.export }));
}

/** Throws unless the project exists (404), is in the key's workspace, and the member has the permission (403). */
function assertProjectAccess(
  hash: string,
  needs: RequiredPermission,
  caller: ApiRequest['caller'],
  { engine, accounts }: RestApiDeps,
): void {
  engine.getVersion(hash);
  if (accounts.workspaceIdOfProject(hash) !== caller.workspace.id) throw new Problem('forbidden', message('problem.rest.otherWorkspace'));
  const permission = needs === 'edit' || needs === 'delete' ? needs : 'view';
  if (!accounts.hasProjectPermission(caller, permission, hash))
    throw new Problem('forbidden', message('problem.rest.mayNotUseProject', { permission }));
}

/** A 405 if the path supports other methods, otherwise a 404. */
function unknownPathError(matches: readonly { routes: readonly Route[] }[], method: string, flow: UploadFlow): unknown {
  const removed = flow === 'single' ? 'uploadAsset' : 'uploadAndCreateAsset';
  const rows = matches.flatMap((match) => match.routes).filter(({ name }) => name !== removed);
  if (rows.length === 0) return new Problem('notFound', message('problem.rest.noRoute'));
  const methods = [...new Set(rows.flatMap((row) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method])))];
  const problem = new Problem(
    'method',
    message('problem.rest.methodNotSupported', { method: method.slice(0, 20), methods: methods.join(', ') }),
  );
  return new ErrorWithHeaders(problem, { allow: methods.join(', ') });
}

/** An error with the headers of its response. */
class ErrorWithHeaders {
  readonly error: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error: unknown, headers: Readonly<Record<string, string>>) {
    const inner = error instanceof ErrorWithHeaders ? error : undefined;
    this.error = inner ? inner.error : error;
    this.headers = { ...headers, ...inner?.headers };
  }
}

/** An error that is not a Problem is a bug: it is logged with its stack, and the response does not contain it. */
function toErrorResponse(thrown: unknown, { method, url }: Request, { log }: RestApiDeps): Response {
  const { error, headers } = thrown instanceof ErrorWithHeaders ? thrown : { error: thrown, headers: {} };
  if (!(error instanceof Problem)) {
    const where = `${method} ${new URL(url).pathname.slice(0, 200)}`;
    log(`${where} failed: ${describeError(error)}`);
  }
  return problemResponse(error, headers);
}

type RouteHandler = (apiRequest: ApiRequest, deps: RestApiDeps) => Response | Promise<Response>;

const specialHandlers: Readonly<Record<string, RouteHandler>> = {
  listProjects,
  listUserProjects: listProjects,
  createProject,
  importProject,
  renameProject,
  removeProject,
  downloadAsset,
  uploadAsset,
  uploadAndCreateAsset,
};

/** Handles a request that has passed all checks: a read, a write, or a route with its own handler. */
async function dispatchRequest(apiRequest: ApiRequest, deps: RestApiDeps): Promise<Response> {
  const { route, params, hash, quotaHeaders } = apiRequest;
  const special = specialHandlers[route.name];
  if (special) return withHeaders(await special(apiRequest, deps), quotaHeaders);
  await deps.engine.openProject(hash);
  const project = deps.engine.getProject(hash);
  // The rows that read a project have these names.
  if (route.action.do === 'read') return jsonResponse(readHandlers[route.name as ReadRouteName](project, params), 200, quotaHeaders);
  if (typeof route.permission === 'object') return withHeaders(await handleExport(apiRequest, route.permission.export, deps), quotaHeaders);
  return handleWrite(apiRequest, deps);
}

interface RouteNode {
  readonly literals: Map<string, RouteNode>;
  param?: { readonly name: string; readonly node: RouteNode };
  readonly routes: Route[];
}

interface RouteMatch {
  /** The routes of the path for all methods. */
  readonly routes: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
}

/** The route table as a tree of path segments. Fixed segments take precedence over parameters. */
const createRouteNode = (): RouteNode => ({ literals: new Map(), routes: [] });

const routeTree = createRouteNode();
for (const row of routes) {
  let at = routeTree;
  for (const part of row.path.split('/').slice(1)) at = part.startsWith(':') ? paramChild(at, part.slice(1)) : literalChild(at, part);
  at.routes.push(row);
}

function literalChild(at: RouteNode, word: string): RouteNode {
  const step = at.literals.get(word) ?? createRouteNode();
  at.literals.set(word, step);
  return step;
}

function paramChild(at: RouteNode, name: string): RouteNode {
  at.param ??= { name, node: createRouteNode() };
  if (at.param.name !== name) throw new Error(`Two parameters at one place of a path: ${at.param.name} and ${name}`);
  return at.param.node;
}

/** `path` is the part after /api/v1. If several paths match, those with more fixed segments come first. */
function matchRoutes(path: string): RouteMatch[] {
  const parts = path.split('/').slice(1);
  const found: RouteMatch[] = [];
  collectMatches(routeTree, parts, 0, {}, found);
  return found;
}

/** The project in the first segment of a path, whether or not the rest of the path is known. */
function projectHashInPath(path: string): string | undefined {
  const part = path.split('/')[1];
  return part === undefined || part === '' || routeTree.literals.has(part) ? undefined : decodePathSegment(part);
}

function collectMatches(at: RouteNode, parts: readonly string[], index: number, params: Record<string, string>, found: RouteMatch[]): void {
  const part = parts[index];
  if (part === undefined) {
    if (at.routes.length > 0) found.push({ routes: at.routes, params });
    return;
  }
  const word = at.literals.get(part);
  if (word) collectMatches(word, parts, index + 1, params, found);
  const value = at.param && decodePathSegment(part);
  if (at.param && value) collectMatches(at.param.node, parts, index + 1, { ...params, [at.param.name]: value }, found);
}

/**
 * The pages that require no key: the login page for browsers (G14) and the documentation of the API. Undefined for any other path or method,
 * which the API handles.
 */
export function handlePublicPage(method: string, path: string): Response | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === '/login') return pageResponse(renderLoginPage(), pageHeaders);
  if (path === '/') return new Response(null, { status: 302, headers: { location: '/api/v1/docs', 'content-length': '0' } });
  if (/^\/api(\/v1)?\/docs$/.test(path)) return pageResponse(renderDocsPage(), pageHeaders);
  if (/^\/api(\/v1)?\/openapi\.json$/.test(path)) return pageResponse(JSON.stringify(openApiDocument()), jsonPageHeaders);
  return undefined;
}

const jsonPageHeaders = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };

const pageResponse = (body: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(body, { headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'cache-control': 'no-cache' } });

const renderLoginPage = (): string =>
  renderPage(
    'Taleport service',
    `<h1>This is an API</h1>
<p class="soft">You cannot sign in here. Programs access the story projects of Taleport at this address, each with its own key.</p>
<h2>Create a key</h2>
<p>In the window of Taleport: Settings, Service, New key. Or on the command line:</p>
<pre><code>taleport key create --name "My game" --read</code></pre>
<p>The key is shown once. Keep it out of pages, repositories and games that you give away.</p>
<h2>Using it</h2>
<p>Every request carries these headers:</p>
<pre><code>Authorization: Bearer YOUR_KEY
Accept: application/json</code></pre>
<p>All requests are described on <a href="/api/v1/docs">a page to read</a> and in <a href="/api/v1/openapi.json">an OpenAPI document</a>.</p>`,
  );
