/** Part of the recipe "a route": runs in a copy of the sources that has a route `getLocales`, and prints how it is served. */
import { openApiDocument } from '../../main/rest-api/openapi/openapi-document.ts';
import { openSide } from '../main/sync/service/two-workspaces.ts';

const side = await openSide();
const { hash } = await side.ask('project.create', { template: 'sample' });

async function createKey(permissions: ('project:read' | 'project:write')[]): Promise<string> {
  return (await side.ask('apiKey.create', { name: 'recipe', permissions })).key;
}
async function request(key: string | null, { method = 'GET', path = `/api/v1/${hash}/locales` } = {}) {
  const headers = { accept: 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) };
  const response = await side.parts.restApi.handle(new Request(`http://127.0.0.1${path}`, { method, headers }));
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text), left: response.headers.get('x-ratelimit-remaining') };
}

const reader = await createKey(['project:read']);
const writer = await createKey(['project:write']);
const served = await request(reader);
const next = await request(reader);
const alias = await request(reader, { path: `/api/${hash}/locales` });
const head = await request(reader, { method: 'HEAD' });
const noKey = await request(null);
const wrongKey = await request(writer);
const wrongMethod = await request(writer, { method: 'PATCH' });
const unknownProject = await request(reader, { path: '/api/v1/aaaaaaaaaa/locales' });
let refused = served;
for (let count = 0; count < 5_000 && refused.status !== 429; count++) refused = await request(reader);
const document = JSON.parse(JSON.stringify(openApiDocument()));
await side.close();

process.stdout.write(
  JSON.stringify({
    served: [served.status, served.json],
    used: Number(served.left) - Number(next.left),
    alias: [alias.status, alias.json],
    head: [head.status, head.json],
    noKey: noKey.status,
    wrongKey: wrongKey.status,
    wrongMethod: wrongMethod.status,
    unknownProject: unknownProject.status,
    refused: refused.status,
    operation: document.paths['/{hash}/locales'].get,
  }),
);
