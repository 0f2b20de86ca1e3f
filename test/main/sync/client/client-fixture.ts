/** A separate process that sends one request to a remote with the environment it was started in. */
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import { WaitClock } from '../../../../main/platform/wait-clock.ts';
import { openRemoteClient } from '../../../../main/sync/client/remote-client.ts';

const client = openRemoteClient({ url: process.argv[2] ?? '', key: () => 'a key', clock: new WaitClock(systemEnvironment) });
const answer = await client.exchange({ method: 'GET', path: '/workspace/projects' });
process.stdout.write(JSON.stringify(answer.type === 'response' ? { type: answer.type, status: answer.status } : answer));
await client.close();
