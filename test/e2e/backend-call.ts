/** Calls the backend from the page, for setup that is not what a test is about. */
import type { CallInput, CallName, CallOutput } from '../../shared/contracts/ipc/call-types.ts';
import { pageConnectionPath, pageProtocol } from '../../shared/contracts/page-connection.ts';
import { pageSecretStorageKey } from '../../shared/contracts/page-secret.ts';
import { shell, type TestApp } from './app.ts';

export const createBackendCall =
  ({ page }: Pick<TestApp, 'page'>) =>
  async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const answer = shell === 'desktop' ? await callInDesktop(page, name, input) : await callInBrowser(page, name, input);
    const { ok, value, problem } = answer as { ok: boolean; value: CallOutput<N>; problem?: unknown };
    if (!ok) throw new Error(`${name} was refused: ${JSON.stringify(problem)}`);
    return value;
  };

const callInDesktop = (page: TestApp['page'], name: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ([called, given]) => {
      // main/preload.ts exposes it in the window of the desktop.
      const { taleport } = window as unknown as { taleport: { ask(name: string, input: unknown): Promise<unknown> } };
      return taleport.ask(called, given);
    },
    [name, input] as const,
  );

/** By a connection of its own, because the bridge of the window cannot be reached from outside of its modules. */
const callInBrowser = (page: TestApp['page'], name: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ({ path, protocol, key, call }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(path, [protocol, sessionStorage.getItem(key) ?? '']);
        socket.onopen = () => socket.send(JSON.stringify(call));
        socket.onclose = () => reject(new Error('The connection of the test ended'));
        socket.onmessage = ({ data }) => {
          const { id, result } = JSON.parse(data);
          if (id !== call.id) return;
          resolve(result);
          socket.close();
        };
      }),
    { path: pageConnectionPath, protocol: pageProtocol, key: pageSecretStorageKey, call: { id: 1, name, input } },
  );
