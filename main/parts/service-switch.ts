/**
 * The switch of the settings: whether the service listens whenever Taleport runs, and on which port, so that its address stays.
 * What keeps it from listening is told as a sentence, and tried again.
 */
import { z } from 'zod';
import { Problem } from '../../shared/problem.ts';
import type { Shelf } from '../../shared/shelf.ts';
import type { Listener } from '../listener/listen.ts';

/** The port of the service unless another one is asked for. */
export const usualPort = 4848;
/** Milliseconds until a port that was taken is tried again. */
const again = 5000;

const row = z.object({ on: z.boolean(), port: z.int().min(0).max(65_535) });
const rowId = 'switch';

export interface SwitchDeps {
  readonly shelf: Shelf;
  readonly log: (line: string) => void;
  readonly listenAt: (port: number) => Promise<Listener>;
  readonly changed: () => void;
}

export interface ServiceSwitch {
  state(): { on: boolean; port: number; problem: string | null };
  listening(): readonly Listener[];
  set(on: boolean, port?: number): Promise<void>;
  obey(): Promise<void>;
  close(): Promise<void>;
}

export function openServiceSwitch({ shelf, log, listenAt, changed }: SwitchDeps): ServiceSwitch {
  let own: { readonly asked: number; readonly listener: Listener } | undefined;
  let problem: string | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const wanted = () => row.safeParse(shelf.get(rowId)).data ?? { on: false, port: usualPort };

  /** One after the other, so that the last word counts. */
  function obey(): Promise<void> {
    last = last.then(settle);
    return last;
  }

  async function settle(): Promise<void> {
    clearTimeout(retry);
    const { on, port } = closed ? { on: false, port: usualPort } : wanted();
    problem = null;
    if (own && (!on || own.asked !== port)) {
      const { listener } = own;
      own = undefined;
      await listener.close();
    }
    if (on && !own) await open(port);
    if (!closed) changed();
  }

  async function open(port: number): Promise<void> {
    try {
      own = { asked: port, listener: await listenAt(port) };
    } catch (error) {
      problem = Problem.from(error).message;
      log(`The service cannot listen: ${error instanceof Problem ? problem : error instanceof Error ? error.stack : String(error)}`);
      retry = setTimeout(() => void obey(), again);
      retry.unref();
    }
  }

  return {
    state: () => ({ ...wanted(), problem }),
    listening: () => (own ? [own.listener] : []),
    async set(on, port) {
      shelf.put([{ id: rowId, value: { on, port: port ?? wanted().port } }]);
      await obey();
    },
    obey,
    async close() {
      closed = true;
      await obey();
    },
  };
}
