/** The proxies of the operating system for the worker thread, which only the main thread can ask for. Does not import Electron. */
import type { ProxyAnswer, ProxyRequest } from '../app/backend/worker-messages.ts';
import type { ResolveSystemProxy } from '../sync/client/proxy.ts';

/** The worker's side: `send` sends requests, `handleAnswer` receives the main thread's answers. */
export function createWorkerProxyResolver(send: (request: ProxyRequest) => void) {
  const waiting = new Map<number, (rules: string) => void>();
  let lastId = 0;
  const resolve: ResolveSystemProxy = (url) =>
    new Promise((answer) => {
      const id = ++lastId;
      waiting.set(id, answer);
      send({ proxy: id, url });
    });
  return {
    resolve,
    handleAnswer({ proxy: id, rules }: ProxyAnswer): void {
      waiting.get(id)?.(rules);
      waiting.delete(id);
    },
  };
}

/** The main thread's side. Never rejects: without an answer of the system, there is no proxy. */
export async function answerProxyRequest(resolve: ResolveSystemProxy | undefined, { proxy, url }: ProxyRequest): Promise<ProxyAnswer> {
  return { proxy, rules: (await resolve?.(url).catch(() => undefined)) ?? 'DIRECT' };
}
