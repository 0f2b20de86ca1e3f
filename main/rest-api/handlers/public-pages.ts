/** The pages that need no key: the login page for browsers (G14) and the documentation of the API. */
import { renderDocsPage } from '../openapi/docs-page.ts';
import { pageHeaders } from '../openapi/html.ts';
import { renderLoginPage } from '../openapi/login-page.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';

/** undefined for any other path or method, which the API handles. */
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
