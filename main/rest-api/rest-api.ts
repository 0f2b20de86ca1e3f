/**
 * The REST API as a function from Request to Response ([Endpoints]), independent of sockets. The only place where a Problem becomes a
 * response.
 */

import type { RequiredPermission, Route } from '../../shared/contracts/rest/routes/route.ts';
import { message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { describeError } from '../platform/errors.ts';
import type { ApiRequest, RestApiDeps, UploadFlow } from './api-request.ts';
import { dispatchRequest } from './handlers/dispatch-request.ts';
import { handlePublicPage } from './handlers/public-pages.ts';
import { isMultipartRequest } from './http/multipart-form.ts';
import { problemResponse, unauthenticatedResponse, withHeaders, withoutBody } from './http/responses.ts';
import { matchRoutes, projectHashInPath } from './route-matcher.ts';

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
  const url = new URL(request.url);
  const page = handlePublicPage(request.method, url.pathname);
  if (page) return page;
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
    const apiRequest: ApiRequest = { request, url, route, params: match.params, hash: hash ?? '', caller, uploadFlow };
    return withHeaders(await dispatchRequest(apiRequest, deps), admitted.headers);
  } catch (error) {
    throw new ErrorWithHeaders(error, admitted.headers);
  }
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
