/**
 * The switch of the settings: whether the service listens whenever Taleport runs, and on which port, so that its address stays.
 * What keeps it from listening is told as a sentence, and tried again.
 */
import { z } from 'zod';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import { Problem } from '../../shared/problem.ts';
import type { HttpListener } from '../rest-api/http/http-listener.ts';

/** The port of the service unless another one is asked for. */
export const defaultServicePort = 4848;
/** Milliseconds until a port that was taken is tried again. */
const retryDelay = 5000;

const settingsRow = z.object({ on: z.boolean(), port: z.int().min(0).max(65_535) });
const settingsRowId = 'settings';

export interface ConfiguredListenerDeps {
  readonly store: KeyValueStore;
  readonly log: (line: string) => void;
  readonly listenAt: (port: number) => Promise<HttpListener>;
  readonly onChange: () => void;
}

export interface ConfiguredListener {
  state(): { on: boolean; port: number; problem: string | null };
  listeners(): readonly HttpListener[];
  updateSettings(on: boolean, port?: number): Promise<void>;
  applySettings(): Promise<void>;
  close(): Promise<void>;
}

export function openConfiguredListener({ store, log, listenAt, onChange }: ConfiguredListenerDeps): ConfiguredListener {
  let own: { readonly asked: number; readonly listener: HttpListener } | undefined;
  let problem: string | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const wanted = () => settingsRow.safeParse(store.get(settingsRowId)).data ?? { on: false, port: defaultServicePort };

  /** One after the other, so that the last word counts. */
  function applySettings(): Promise<void> {
    last = last.then(settle);
    return last;
  }

  async function settle(): Promise<void> {
    clearTimeout(retry);
    const { on, port } = closed ? { on: false, port: defaultServicePort } : wanted();
    problem = null;
    if (own && (!on || own.asked !== port)) {
      const { listener } = own;
      own = undefined;
      await listener.close();
    }
    if (on && !own) await open(port);
    if (!closed) onChange();
  }

  async function open(port: number): Promise<void> {
    try {
      own = { asked: port, listener: await listenAt(port) };
    } catch (error) {
      problem = Problem.from(error).message;
      log(`The service cannot listen: ${error instanceof Problem ? problem : error instanceof Error ? error.stack : String(error)}`);
      retry = setTimeout(() => void applySettings(), retryDelay);
      retry.unref();
    }
  }

  return {
    state: () => ({ ...wanted(), problem }),
    listeners: () => (own ? [own.listener] : []),
    async updateSettings(on, port) {
      store.put([{ id: settingsRowId, value: { on, port: port ?? wanted().port } }]);
      await applySettings();
    },
    applySettings,
    async close() {
      closed = true;
      await applySettings();
    },
  };
}
