/** Our own service over real HTTP on loopback, with a workspace of many seats, and clients for it. */
import { systemEnvironment } from '../../../../main/platform/environment.ts';
import { WaitClock } from '../../../../main/platform/wait-clock.ts';
import { startHttpListener } from '../../../../main/rest-api/http/http-listener.ts';
import { type HttpRemote, openHttpRemote } from '../../../../main/sync/client/http-remote.ts';
import {
  type CapabilityStore,
  openRemoteClient,
  type RemoteCapabilities,
  type RemoteClient,
  type RemoteClientOptions,
} from '../../../../main/sync/client/remote-client.ts';
import { type FakeRemote, openFakeRemote } from '../../../fake-remote.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

export interface ServedRemote {
  readonly fakeRemote: FakeRemote;
  readonly client: RemoteClient;
  readonly remote: HttpRemote;
  readonly memory: CapabilityStore;
  /** Requests so far, as `GET /…`. */
  readonly requests: string[];
  /** Intercepts requests: it can respond itself or cut the response of the service. */
  around: (request: Request, pass: () => Promise<Response>) => Promise<Response>;
  clientWith(options: Partial<RemoteClientOptions>): RemoteClient;
  close(): Promise<void>;
}

/** `uploadFlow`: see `serve` (G1). */
export async function serveRemote({ uploadFlow = 'two-step' }: { uploadFlow?: 'two-step' | 'single' } = {}): Promise<ServedRemote> {
  const fakeRemote = await openFakeRemote(createTestEnvironment(77));
  const requests: string[] = [];
  const listener = await startHttpListener({
    port: 0,
    log: () => undefined,
    handle(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}${new URL(request.url).search}`);
      return served.around(request, () => fakeRemote.handle(request, { uploadFlow }));
    },
  });
  const clients: RemoteClient[] = [];
  const clientWith = (options: Partial<RemoteClientOptions>): RemoteClient => {
    const client = openRemoteClient({ url: listener.url, key: () => fakeRemote.key, clock: new WaitClock(systemEnvironment), ...options });
    clients.push(client);
    return client;
  };
  const client = clientWith({});
  const memory = remember();
  const served: ServedRemote = {
    fakeRemote,
    client,
    around: (_request, pass) => pass(),
    memory,
    requests,
    remote: openHttpRemote(client, memory),
    clientWith,
    async close() {
      for (const each of clients) await each.close();
      await listener.close(0);
      await fakeRemote.close();
    },
  };
  return served;
}

/** The response cut after so many bytes of its body, as by a lost connection. */
export function cutAfter(response: Response, bytes: number): Response {
  let left = bytes;
  const cutting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      controller.enqueue(piece.subarray(0, left));
      left -= piece.length;
      if (left < 0) controller.error(new Error('cut'));
    },
  });
  return new Response(response.body?.pipeThrough(cutting) ?? null, response);
}

export function remember(capabilities: RemoteCapabilities = {}): CapabilityStore {
  const memory = {
    capabilities,
    update(more: RemoteCapabilities) {
      memory.capabilities = { ...memory.capabilities, ...more };
    },
    forget(capability: keyof RemoteCapabilities) {
      const { [capability]: _forgotten, ...others } = memory.capabilities;
      memory.capabilities = others;
    },
  };
  return memory;
}
