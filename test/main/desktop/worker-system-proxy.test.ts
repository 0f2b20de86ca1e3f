/** The proxies of the operating system between the worker and the main thread. */
import { expect, test } from 'vitest';
import { answerProxyRequest, createWorkerProxyResolver } from '../../../main/desktop/worker-system-proxy.ts';
import type { ResolveSystemProxy } from '../../../main/sync/client/proxy.ts';

function across(resolve: ResolveSystemProxy | undefined) {
  const resolver = createWorkerProxyResolver(
    (asked) => void answerProxyRequest(resolve, structuredClone(asked)).then((answer) => resolver.handleAnswer(structuredClone(answer))),
  );
  return resolver;
}

test('each address gets the answer for it; without one, there is no proxy', async () => {
  const { resolve } = across(async (url) => `PROXY ${new URL(url).hostname}:8080`);
  expect(await Promise.all([resolve('https://one.example/'), resolve('https://two.example/')])).toEqual([
    'PROXY one.example:8080',
    'PROXY two.example:8080',
  ]);
  expect(await across(undefined).resolve('https://one.example/')).toBe('DIRECT');
  expect(await across(() => Promise.reject(new Error('No system'))).resolve('https://one.example/')).toBe('DIRECT');
});
