/** A process to be killed or measured: the service of a data folder on a free port. Prints `{url, key, hash}` when it is ready; `/memory` returns its peak. */

import { openBackend } from '../../main/app/backend/backend.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { startHttpListener } from '../../main/rest-api/http/http-listener.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';

const [folder = ''] = process.argv.slice(2);
const parts = await openBackend(folder, systemEnvironment);
const ask = createInvoke(parts);
const [known] = await ask('project.list', {});
const { hash } = known ?? (await ask('project.create', { template: 'empty' }));
await ask('workspace.set', { seats: 10_000 });
const { key } = await ask('apiKey.create', { name: 'uploads', permissions: ['project:read', 'project:write'] });

let peak = 0;
const measure = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
setInterval(measure, 5).unref();

const { url } = await startHttpListener({
  port: 0,
  log: () => undefined,
  async handle(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/memory') return parts.restApi.handle(request, { uploadFlow: searchParams.has('single') ? 'single' : 'two-step' });
    measure();
    const answer = Response.json({ peak });
    peak = 0;
    return answer;
  },
});
process.stdout.write(`${JSON.stringify({ url, key, hash })}\n`);
