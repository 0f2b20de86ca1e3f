/** Requests of a program with a key, for the walks of recipes. */
import type { Side } from '../main/sync/service/two-workspaces.ts';

export async function openRest(side: Side) {
  const { key } = await side.ask('apiKey.create', { name: 'recipe', permissions: ['project:read', 'project:write'] });
  return async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await side.parts.restApi.handle(new Request(`http://127.0.0.1/api/v1${path}`, init));
    return { status: response.status, json: JSON.parse(await response.text()) };
  };
}
