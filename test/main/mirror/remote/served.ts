/** Our own service over real HTTP on loopback, with a workspace of many seats, and clients of it. */
import { listen } from '../../../../main/listener/listen.ts';
import { openRemoteClient, type RemoteClient, type RemoteClientOptions } from '../../../../main/mirror/remote/client.ts';
import type { Learned, Memory } from '../../../../main/mirror/remote/learned.ts';
import { type HttpRemote, openRemote } from '../../../../main/mirror/remote/remote.ts';
import { type FakeRemote, openFakeRemote } from '../../../fake-remote.ts';
import { stillWorld } from '../../../world.ts';

export interface ServedRemote {
  readonly there: FakeRemote;
  readonly client: RemoteClient;
  readonly remote: HttpRemote;
  readonly memory: Memory;
  /** Requests so far, as `GET /…`. */
  readonly asked: string[];
  clientWith(options: Partial<RemoteClientOptions>): RemoteClient;
  close(): Promise<void>;
}

/** `uploadFlow` as `serve` has it (G1). */
export async function serveRemote({ uploadFlow = 'two-step' }: { uploadFlow?: 'two-step' | 'single' } = {}): Promise<ServedRemote> {
  const there = await openFakeRemote(stillWorld(77));
  const asked: string[] = [];
  const listener = await listen({
    port: 0,
    log: () => undefined,
    handle(request) {
      asked.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}${new URL(request.url).search}`);
      return there.handle(request, { uploadFlow });
    },
  });
  const clients: RemoteClient[] = [];
  const clientWith = (options: Partial<RemoteClientOptions>): RemoteClient => {
    const client = openRemoteClient({ url: listener.url, key: () => there.key, now: () => Date.now(), ...options });
    clients.push(client);
    return client;
  };
  const client = clientWith({});
  const memory = remember();
  return {
    there,
    client,
    memory,
    asked,
    remote: openRemote(client, memory),
    clientWith,
    async close() {
      for (const each of clients) await each.close();
      await listener.close(0);
      await there.close();
    },
  };
}

export function remember(learned: Learned = {}): Memory {
  const memory = {
    learned,
    learn(more: Learned) {
      memory.learned = { ...memory.learned, ...more };
    },
  };
  return memory;
}
