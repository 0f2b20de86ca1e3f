/**
 * The REST listener that the settings configure. While it is switched on, it listens on a fixed port whenever Taleport runs. If it cannot
 * listen, its state contains the problem, and it tries again.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import type { Message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { describeError } from '../platform/errors.ts';
import { JobQueue } from '../platform/job-queue.ts';
import type { HttpListener } from '../rest-api/http/http-listener.ts';

/** The port of the REST service unless another one is configured. */
export const defaultServicePort = 4848;
/** Milliseconds until the listener tries again to use its port. */
const retryDelay = 5000;

const settingsRow = z.object({ on: z.boolean(), port: z.int().min(0).max(65_535) });
const settingsRowId = 'settings';

interface ConfiguredListenerDeps {
  readonly store: KeyValueStore;
  readonly log: (line: string) => void;
  readonly listenAt: (port: number) => Promise<HttpListener>;
  readonly onChange: () => void;
}

interface ConfiguredListener {
  state(): { on: boolean; port: number; problem: Message | null };
  listeners(): readonly HttpListener[];
  /** Stores the settings and applies them. Without `port`, the stored one remains. */
  updateSettings(settings: { readonly on: boolean; readonly port?: number | undefined }): Promise<void>;
  applySettings(): Promise<void>;
  close(): Promise<void>;
}

export function openConfiguredListener({ store, log, listenAt, onChange }: ConfiguredListenerDeps): ConfiguredListener {
  let current: { readonly port: number; readonly listener: HttpListener } | undefined;
  let problem: Message | null = null;
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
    } catch (error) {
      problem = Problem.from(error).text;
      log(`The service cannot listen: ${error instanceof Problem ? error.message : describeError(error)}`);
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
