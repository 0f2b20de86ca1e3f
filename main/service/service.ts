/**
 * The REST service as a function from Request to Response ([Endpoints]). It knows no socket: who listens where is another's.
 * The one place of the service where a Problem becomes an answer.
 */

import { Problem } from '../../shared/problem.ts';
import type { Needs, Route } from '../../shared/routes/route.ts';
import { problemAnswer, unauthenticated, withHeaders, withoutBody } from './answers.ts';
import { findRoutes, hashIn } from './find-route.ts';
import { perform } from './perform.ts';
import { publicPage } from './public-pages.ts';
import type { Asked, Flow, ServiceDeps } from './service-deps.ts';

export interface Service {
  /** `uploadFlow`: which of the two ways of uploading this listener offers (G1). Never throws. */
  handle(request: Request, how?: { readonly uploadFlow?: Flow }): Promise<Response>;
}

export function openService(deps: ServiceDeps): Service {
  return {
    async handle(request, { uploadFlow = 'two-step' } = {}) {
      const response = await answer(request, uploadFlow, deps).catch((error: unknown) => failed(error, request, deps));
      return request.method === 'HEAD' ? withoutBody(response) : response;
    },
  };
}

/** The order of the checks is G3's: key, quotas, key's permission and feature, project and member, method, then the request itself. */
async function answer(request: Request, uploadFlow: Flow, deps: ServiceDeps): Promise<Response> {
  const url = new URL(request.url);
  const page = publicPage(request.method, url.pathname);
  if (page) return page;
  const path = /^\/api(?:\/v1(?=\/|$))?(\/.*)?$/s.exec(url.pathname)?.[1];
  const caller = deps.people.callerOf(request.headers.get('authorization'));
  if (!caller) return unauthenticated(request.headers.get('accept'));

  const matches = path === undefined ? [] : findRoutes(path);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const isMultipart = (request.headers.get('content-type') ?? '').toLowerCase().startsWith('multipart/form-data');
  const fits = (row: Route): boolean =>
    row.method === method &&
    (uploadFlow === 'single'
      ? row.name !== 'uploadAsset' && (row.name === 'uploadAndCreateAsset') === (isMultipart && row.path.endsWith('/asset'))
      : row.name !== 'uploadAndCreateAsset');
  const match = matches.find(({ rows }) => rows.some(fits));
  const route = match?.rows.find(fits);

  const admitted = deps.quotas.admit(caller.workspace.id, caller.workspace.seats, route?.transfer === true);
  if (!admitted.ok) throw new WithHeaders(new Problem('tooMany', 'The quota of the workspace is used up. Please wait.'), admitted.headers);
  try {
    mustHoldPermission(caller.key.permissions, method);
    if (route) mustHaveFeature(route.needs, caller.workspace.exports);
    // What the row takes for a project is looked at as one, whatever it is called.
    const hash = match ? match.params.hash : path === undefined ? undefined : hashIn(path);
    if (hash !== undefined) mustReach(hash, route?.needs ?? 'view', caller, deps);
    if (!route || !match) throw unknownPath(matches, request.method, uploadFlow);
    const asked: Asked = { request, url, route, params: match.params, hash: hash ?? '', caller, uploadFlow };
    return withHeaders(await perform(asked, deps), admitted.headers);
  } catch (error) {
    throw new WithHeaders(error, admitted.headers);
  }
}

/** [Authentication 4] independent permissions of the key. */
function mustHoldPermission(held: readonly string[], method: string): void {
  if (method === 'OPTIONS' || method === 'PUT' || method === 'TRACE') return;
  const needed = method === 'GET' ? 'project:read' : 'project:write';
  if (!held.includes(needed)) throw new Problem('forbidden', `The key lacks the permission ${needed}.`);
}

/** [Authentication 5, Exports] the export feature is enabled for the workspace. */
function mustHaveFeature(needs: Needs, exports: readonly string[]): void {
  if (typeof needs === 'object' && !exports.includes(needs.export))
    throw new Problem('forbidden', `The ${needs.export} export is not enabled for the workspace.`);
}

/** The project is there (404), of the key's workspace, and the member may do this with it (403). */
function mustReach(hash: string, needs: Needs, caller: Asked['caller'], { engine, people }: ServiceDeps): void {
  engine.versionOf(hash);
  if (people.workspaceOfProject(hash) !== caller.workspace.id) throw new Problem('forbidden', 'The project is in another workspace.');
  const permission = needs === 'edit' || needs === 'delete' ? needs : 'view';
  if (!people.mayInProject(caller, permission, hash))
    throw new Problem('forbidden', `The member who made the key may not ${permission} this project.`);
}

/** 405 where the path has other methods, else 404. */
function unknownPath(matches: readonly { rows: readonly Route[] }[], method: string, flow: Flow): unknown {
  const removed = flow === 'single' ? 'uploadAsset' : 'uploadAndCreateAsset';
  const rows = matches.flatMap((match) => match.rows).filter(({ name }) => name !== removed);
  if (rows.length === 0) return new Problem('notFound', 'There is nothing at this path.');
  const methods = [...new Set(rows.flatMap((row) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method])))];
  const problem = new Problem('method', `${method.slice(0, 20)} is not supported here; ${methods.join(', ')} is.`);
  return new WithHeaders(problem, { allow: methods.join(', ') });
}

/** An error on its way out with headers that its answer carries. */
class WithHeaders {
  readonly error: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error: unknown, headers: Readonly<Record<string, string>>) {
    const inner = error instanceof WithHeaders ? error : undefined;
    this.error = inner ? inner.error : error;
    this.headers = { ...headers, ...inner?.headers };
  }
}

/** What is no Problem is a bug: it is logged with its stack and says nothing of itself outside. */
function failed(thrown: unknown, { method, url }: Request, { log }: ServiceDeps): Response {
  const { error, headers } = thrown instanceof WithHeaders ? thrown : { error: thrown, headers: {} };
  if (!(error instanceof Problem)) {
    const where = `${method} ${new URL(url).pathname.slice(0, 200)}`;
    log(`${where} failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
  return problemAnswer(error, headers);
}
