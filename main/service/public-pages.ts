/** What is answered without a key: the page for people who come by with a browser (G14), and the interface described. */
import { docPage } from './describe/doc-page.ts';
import { pageHeaders } from './describe/html.ts';
import { loginPage } from './describe/login-page.ts';
import { openApi } from './describe/openapi.ts';

/** Nothing for any other path or method: that is for the interface itself. */
export function publicPage(method: string, path: string): Response | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === '/login') return answer(loginPage(), pageHeaders);
  if (path === '/') return new Response(null, { status: 302, headers: { location: '/api/v1/docs', 'content-length': '0' } });
  if (/^\/api(\/v1)?\/docs$/.test(path)) return answer(docPage(), pageHeaders);
  if (/^\/api(\/v1)?\/openapi\.json$/.test(path)) return answer(JSON.stringify(openApi()), jsonHeaders);
  return undefined;
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };

const answer = (body: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(body, { headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'cache-control': 'no-cache' } });
