/** The pages that require no key: the login page for browsers (G14) and the documentation of the API. */
import { renderDocsPage } from '../openapi/docs-page.ts';
import { pageHeaders, renderPage } from '../openapi/html.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';

/** Undefined for any other path or method, which the API handles. */
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
