/**
 * The REST service as whoever drives the parts switches it on and off: listeners for as long as their asker wants them, and the one
 * of the settings. Knows the service only as a function.
 */
import type { ServiceState } from '../../shared/ipc/answers.ts';
import type { Input } from '../../shared/ipc/ask.ts';
import type { Event } from '../../shared/ipc/events.ts';
import { notFound, Problem } from '../../shared/problem.ts';
import type { Shelf } from '../../shared/shelf.ts';
import type { World } from '../../shared/world.ts';
import { type Listener, listen } from '../listener/listen.ts';
import type { ServiceHandlers } from './handlers.ts';
import { openServiceSwitch, usualPort } from './service-switch.ts';

export type UploadFlow = NonNullable<Input<'service.start'>['uploadFlow']>;

export interface ListenersDeps {
  readonly handle: (request: Request, how: { readonly uploadFlow: UploadFlow }) => Promise<Response>;
  readonly shelf: Shelf;
  readonly world: World;
  readonly log: (line: string) => void;
  readonly tell: (event: Event) => void;
}

export interface Listeners {
  readonly handlers: ServiceHandlers;
  /** Listens if the settings say so: for processes that stay. */
  obey(): Promise<void>;
  /** Lets requests be answered; then nobody listens any more. */
  close(): Promise<void>;
}

export function openListeners({ handle, shelf, world, log, tell }: ListenersDeps): Listeners {
  const asked = new Map<string, Listener>();
  let closed = false;

  const listenAt = (port: number, { host, uploadFlow = 'two-step' }: Pick<Input<'service.start'>, 'host' | 'uploadFlow'> = {}) =>
    listen({ port, host, log, handle: (request) => handle(request, { uploadFlow }) });
  const changed = () => tell({ event: 'service.changed', state: state() });
  const settings = openServiceSwitch({ shelf, log, listenAt: (port) => listenAt(port), changed });

  const state = (): ServiceState => ({
    ...settings.state(),
    listening: [...settings.listening().map(({ url }) => ({ id: 'settings', url })), ...[...asked].map(([id, { url }]) => ({ id, url }))],
  });

  /** `gone`: the asker is another process; what it has asked for ends with it, however it ends. */
  async function start({ port, ...how }: Input<'service.start'>, gone?: AbortSignal): Promise<{ id: string; url: string }> {
    const listener = port === undefined ? await listenAt(usualPort, how).catch(() => listenAt(0, how)) : await listenAt(port, how);
    if (closed || gone?.aborted) {
      await listener.close(0);
      throw new Problem('busy', 'Taleport is being closed.');
    }
    const id = world.newId();
    asked.set(id, listener);
    gone?.addEventListener('abort', () => void stop(id), { once: true });
    changed();
    return { id, url: listener.url };
  }

  async function stop(id: string): Promise<void> {
    const listener = asked.get(id);
    if (!listener) return;
    asked.delete(id);
    changed();
    await listener.close();
  }

  return {
    obey: settings.obey,
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
        if (!asked.has(id)) throw notFound('listener', id);
        await stop(id);
        return null;
      },
      'service.set': async ({ on, port }) => {
        await settings.set(on, port);
        return state();
      },
    },
  };
}
