/**
 * The REST service as whoever drives the parts switches it on and off: listeners for as long as their asker wants them, and the one
 * of the settings. Knows the service only as a function.
 */

import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { RestServiceStatus } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../shared/environment.ts';
import { message } from '../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { type HttpListener, startHttpListener } from '../rest-api/http/http-listener.ts';
import type { ServiceHandlers } from './call-handlers.ts';
import { defaultServicePort, openConfiguredListener } from './configured-listener.ts';

export type UploadFlow = NonNullable<CallInput<'service.start'>['uploadFlow']>;

export interface ServiceListenersDeps {
  readonly handle: (request: Request, how: { readonly uploadFlow: UploadFlow }) => Promise<Response>;
  readonly store: KeyValueStore;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

export interface ServiceListeners {
  readonly handlers: ServiceHandlers;
  /** Listens if the settings say so: for processes that stay. */
  applySettings(): Promise<void>;
  /** Lets requests be answered; then nobody listens any more. */
  close(): Promise<void>;
}

export function openServiceListeners({ handle, store, environment, log, emit }: ServiceListenersDeps): ServiceListeners {
  const asked = new Map<string, HttpListener>();
  let closed = false;

  const listenAt = (port: number, { host, uploadFlow = 'two-step' }: Pick<CallInput<'service.start'>, 'host' | 'uploadFlow'> = {}) =>
    startHttpListener({ port, host, log, handle: (request) => handle(request, { uploadFlow }) });
  const onChange = () => emit({ event: 'service.changed', state: state() });
  const settings = openConfiguredListener({ store, log, listenAt: (port) => listenAt(port), onChange });

  const state = (): RestServiceStatus => ({
    ...settings.state(),
    listening: [...settings.listeners().map(({ url }) => ({ id: 'settings', url })), ...[...asked].map(([id, { url }]) => ({ id, url }))],
  });

  /** `gone`: the asker is another process; what it has asked for ends with it, however it ends. */
  async function start({ port, ...how }: CallInput<'service.start'>, gone?: AbortSignal): Promise<{ id: string; url: string }> {
    const listener = port === undefined ? await listenAt(defaultServicePort, how).catch(() => listenAt(0, how)) : await listenAt(port, how);
    if (closed || gone?.aborted) {
      await listener.close(0);
      throw new Problem('busy', message('problem.app.closing'));
    }
    const id = environment.newId();
    asked.set(id, listener);
    gone?.addEventListener('abort', () => void stop(id), { once: true });
    onChange();
    return { id, url: listener.url };
  }

  async function stop(id: string): Promise<void> {
    const listener = asked.get(id);
    if (!listener) return;
    asked.delete(id);
    onChange();
    await listener.close();
  }

  return {
    applySettings: settings.applySettings,
    async close() {
      closed = true;
      const all = [...asked.values()];
      asked.clear();
      await Promise.all([settings.close(), ...all.map((listener) => listener.close())]);
    },
    handlers: {
      'service.state': state,
      'service.start': start,
      'service.stop': async ({ id }) => {
        if (!asked.has(id)) throw notFoundProblem('listener', id);
        await stop(id);
        return null;
      },
      'service.set': async ({ on, port }) => {
        await settings.updateSettings(on, port);
        return state();
      },
    },
  };
}
