/** A separate process that sends one request to a remote with the environment it was started in. */
import { openRemoteClient } from '../../../../main/sync/client/remote-client.ts';

const client = openRemoteClient({ url: process.argv[2] ?? '', key: () => 'a key', now: () => Date.now() });
const answer = await client.exchange({ method: 'GET', path: '/workspace/projects' });
process.stdout.write(JSON.stringify(answer.type === 'response' ? { type: answer.type, status: answer.status } : answer));
await client.close();
