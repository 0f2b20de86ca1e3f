/** A process of its own that asks a remote once, as the program does under the environment that it is given. */
import { openRemoteClient } from '../../../../main/sync/client/remote-client.ts';

const client = openRemoteClient({ url: process.argv[2] ?? '', key: () => 'a key', now: () => Date.now() });
const answer = await client.exchange({ method: 'GET', path: '/workspace/projects' });
process.stdout.write(JSON.stringify(answer.type === 'response' ? { type: answer.type, status: answer.status } : answer));
await client.close();
