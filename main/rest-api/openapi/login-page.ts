/** [G14] The page for visitors without a key: explains that this is an API, and how to create a key. */
import { renderPage } from './html.ts';

export const renderLoginPage = (): string =>
  renderPage(
    'Taleport service',
    `<h1>This is an API</h1>
<p class="soft">There is nothing to log in to. Programs reach the story projects of Taleport here, each with a key.</p>
<h2>Making a key</h2>
<p>In the window of Taleport: Settings, Service, New key. Or on the command line:</p>
<pre><code>taleport key create --name "My game" --read</code></pre>
<p>The key is shown once. Keep it out of pages, repositories and games that you give away.</p>
<h2>Using it</h2>
<p>Every request carries these headers:</p>
<pre><code>Authorization: Bearer YOUR_KEY
Accept: application/json</code></pre>
<p>What can be asked for is described on <a href="/api/v1/docs">a page to read</a> and as <a href="/api/v1/openapi.json">an OpenAPI document</a>.</p>`,
  );
