/** The HTTP listeners of the REST service: those started by clients, until the client stops them or ends, and the one in the settings. */

import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { RestServiceStatus } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import type { UploadFlow } from '../rest-api/api-request.ts';
import { type HttpListener, startHttpListener } from '../rest-api/http/http-listener.ts';
import { defaultServicePort, openConfiguredListener } from './configured-listener.ts';
import type { ServiceHandlers } from './handler-types.ts';

interface ServiceListenersDeps {
  readonly handle: (request: Request, options: { readonly uploadFlow: UploadFlow }) => Promise<Response>;
  readonly store: KeyValueStore;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

export interface ServiceListeners {
  readonly handlers: ServiceHandlers;
  /** Starts the listener of the settings if it is switched on. Called in long-running processes. */
  applySettings(): Promise<void>;
  /** Stops all listeners after they have answered their running requests. */
  close(): Promise<void>;
}

export function openServiceListeners({ handle, store, environment, log, emit }: ServiceListenersDeps): ServiceListeners {
  const startedListeners = new Map<string, HttpListener>();
  let isClosed = false;

  const listenAt = (port: number, { host, uploadFlow = 'two-step' }: Pick<CallInput<'service.start'>, 'host' | 'uploadFlow'> = {}) =>
    startHttpListener({ port, host, log, handle: (request) => handle(request, { uploadFlow }) });
  const onChange = () => emit({ event: 'service.changed', state: state() });
  const settings = openConfiguredListener({ store, log, listenAt: (port) => listenAt(port), onChange });

  const state = (): RestServiceStatus => ({
    ...settings.state(),
    listening: [
      ...settings.listeners().map(({ url }) => ({ id: 'settings', url })),
      ...[...startedListeners].map(([id, { url }]) => ({ id, url })),
    ],
  });

  /** `clientSignal` is aborted when the client, another process, ends. Its listener is then stopped. */
  async function start({ port, ...options }: CallInput<'service.start'>, clientSignal?: AbortSignal): Promise<{ id: string; url: string }> {
    const listener =
      port === undefined ? await listenAt(defaultServicePort, options).catch(() => listenAt(0, options)) : await listenAt(port, options);
    if (isClosed || clientSignal?.aborted) {
      await listener.close(0);
      throw new Problem('busy', message('problem.app.closing'));
    }
    const id = environment.newId();
    startedListeners.set(id, listener);
    clientSignal?.addEventListener('abort', () => void stop(id), { once: true });
    onChange();
    return { id, url: listener.url };
  }

  async function stop(id: string): Promise<void> {
    const listener = startedListeners.get(id);
    if (!listener) return;
    startedListeners.delete(id);
    onChange();
    await listener.close();
  }

  return {
    applySettings: settings.applySettings,
    async close() {
      isClosed = true;
      const all = [...startedListeners.values()];
      startedListeners.clear();
      await Promise.all([settings.close(), ...all.map((listener) => listener.close())]);
    },
    handlers: {
      'service.state': state,
      'service.start': start,
      'service.stop': async ({ id }) => {
        if (!startedListeners.has(id)) throw notFoundProblem(message('problem.noun.listener'), id);
        await stop(id);
        return null;
      },
      'service.set': async ({ on, port }) => {
        await settings.updateSettings({ on, port });
        return state();
      },
    },
  };
}
