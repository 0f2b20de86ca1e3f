/** The HTTP listeners of the REST service: those started by clients, until the client stops them or ends, and the one in the settings. */

import { z } from 'zod';
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import type { RestServiceStatus } from '../../shared/contracts/ipc/results.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Environment } from '../../shared/environment.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { closingProblem } from '../platform/closing-problem.ts';
import { describeError } from '../platform/errors.ts';
import { JobQueue } from '../platform/job-queue.ts';
import type { UploadFlow } from './api-request.ts';
import type { HttpListener } from './http/http-listener.ts';

/** The port of the REST service unless another one is configured. */
const defaultServicePort = 4848;
/** Milliseconds until the listener tries again to use its port. */
const retryDelay = 5000;

const settingsRow = z.object({ on: z.boolean(), port: z.int().min(0).max(65_535) });
const settingsRowId = 'settings';

interface ServiceListenersDeps {
  readonly handle: (request: Request, options: { readonly uploadFlow: UploadFlow }) => Promise<Response>;
  readonly store: KeyValueStore;
  readonly environment: Environment;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

export interface ServiceListeners {
  state(): RestServiceStatus;
  /** `clientSignal` is aborted when the client, another process, ends. Its listener is then stopped. */
  start(options: CallInput<'service.start'>, clientSignal?: AbortSignal): Promise<{ readonly id: string; readonly url: string }>;
  /** Stops a listener that was started by a client. Throws a Problem `notFound` if there is none with this id. */
  stop(id: string): Promise<void>;
  /** Stores the settings and applies them. Without `port`, the stored one remains. */
  updateSettings(settings: { readonly on: boolean; readonly port?: number | undefined }): Promise<void>;
  /** Starts the listener of the settings if it is switched on. Called in long-running processes. */
  applySettings(): Promise<void>;
  /** Stops all listeners after they have answered their running requests. */
  close(): Promise<void>;
}

export function openServiceListeners({ handle, store, environment, log, emit }: ServiceListenersDeps): ServiceListeners {
  const startedListeners = new Map<string, HttpListener>();
  let isClosed = false;

  async function listenAt(port: number, { host, uploadFlow = 'two-step' }: Pick<CallInput<'service.start'>, 'host' | 'uploadFlow'> = {}) {
    // Most commands and windows serve nothing, and start faster without Node's HTTP.
    const { startHttpListener } = await import('./http/http-listener.ts');
    return startHttpListener({ port, host, log, handle: (request) => handle(request, { uploadFlow }) });
  }
  const onChange = () => emit({ event: 'service.changed', state: state() });
  const settings = openConfiguredListener({ store, log, listenAt: (port) => listenAt(port), onChange });

  const state = (): RestServiceStatus => ({
    ...settings.state(),
    listening: [
      ...settings.listeners().map(({ url }) => ({ id: 'settings', url })),
      ...[...startedListeners].map(([id, { url }]) => ({ id, url })),
    ],
  });

  async function start({ port, ...options }: CallInput<'service.start'>, clientSignal?: AbortSignal): Promise<{ id: string; url: string }> {
    const listener =
      port === undefined ? await listenAt(defaultServicePort, options).catch(() => listenAt(0, options)) : await listenAt(port, options);
    if (isClosed || clientSignal?.aborted) {
      await listener.close(0);
      throw closingProblem();
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
    state,
    start,
    async stop(id) {
      if (!startedListeners.has(id)) throw notFoundProblem(message('problem.noun.listener'), id);
      await stop(id);
    },
    updateSettings: settings.updateSettings,
    applySettings: settings.applySettings,
    async close() {
      isClosed = true;
      const all = [...startedListeners.values()];
      startedListeners.clear();
      await Promise.all([settings.close(), ...all.map((listener) => listener.close())]);
    },
  };
}

/**
 * The listener that the settings configure. While it is switched on, it listens on a fixed port whenever Taleport runs. If it cannot
 * listen, its state contains the problem, and it tries again.
 */
interface ConfiguredListener {
  state(): { on: boolean; port: number; problem: Message | null };
  listeners(): readonly HttpListener[];
  updateSettings: ServiceListeners['updateSettings'];
  applySettings(): Promise<void>;
  close(): Promise<void>;
}

interface ConfiguredListenerDeps {
  readonly store: KeyValueStore;
  readonly log: (line: string) => void;
  readonly listenAt: (port: number) => Promise<HttpListener>;
  readonly onChange: () => void;
}

export function openConfiguredListener({ store, log, listenAt, onChange }: ConfiguredListenerDeps): ConfiguredListener {
  let current: { readonly port: number; readonly listener: HttpListener } | undefined;
  let problem: Message | null = null;
  let loggedReason: string | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  const changes = new JobQueue();

  const readSettings = () => settingsRow.safeParse(store.get(settingsRowId)).data ?? { on: false, port: defaultServicePort };

  /** Waits for earlier calls, so that the latest settings are the ones that apply in the end. */
  const applySettings = (): Promise<void> => changes.run(applyStoredSettings);

  async function applyStoredSettings(): Promise<void> {
    clearTimeout(retry);
    const { on, port } = isClosed ? { on: false, port: defaultServicePort } : readSettings();
    problem = null;
    if (current && (!on || current.port !== port)) {
      const { listener } = current;
      current = undefined;
      await listener.close();
    }
    if (on && !current) await open(port);
    if (!isClosed) onChange();
  }

  async function open(port: number): Promise<void> {
    try {
      current = { port, listener: await listenAt(port) };
      loggedReason = undefined;
    } catch (error) {
      problem = Problem.from(error).text;
      const reason = error instanceof Problem ? error.message : describeError(error);
      // It is tried again every few seconds.
      if (reason !== loggedReason) log(`The service cannot listen: ${reason}`);
      loggedReason = reason;
      retry = setTimeout(() => void retryToListen(), retryDelay);
      retry.unref();
    }
  }

  const retryToListen = (): Promise<void> =>
    applySettings().catch((failure: unknown) => log(`The settings of the service could not be applied: ${describeError(failure)}`));

  return {
    state: () => ({ ...readSettings(), problem }),
    listeners: () => (current ? [current.listener] : []),
    async updateSettings({ on, port }) {
      store.put([{ id: settingsRowId, value: { on, port: port ?? readSettings().port } }]);
      await applySettings();
    },
    applySettings,
    async close() {
      isClosed = true;
      await applySettings();
    },
  };
}
