/** Mirrors chosen projects one after the other. It goes on when the dialog that began it has been closed. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RemoteProject } from '../../shared/mirror.ts';
import { Problem } from '../../shared/problem.ts';
import { ask } from '../bridge.ts';
import { putMirrors } from '../state/mirrors.ts';
import { tell } from '../ui/toasts.ts';
import { choosingWords } from '../words/en/mirror.ts';

interface Mirroring {
  /** What waits its turn, the one being mirrored first. */
  readonly waiting: readonly { readonly remote: string; readonly project: RemoteProject }[];
  readonly total: number;
  /** Why some could not be mirrored, by workspace and hash there. */
  readonly failed: Readonly<Record<string, string>>;
}

export const mirroring = createStore<Mirroring>(() => ({ waiting: [], total: 0, failed: {} }));
export const useMirroring = <T>(selector: (state: Mirroring) => T): T => useStore(mirroring, selector);
export const keyOf = (remote: string, hash: string): string => `${remote}/${hash}`;

/** Adds projects to what is being mirrored; ends when all of it is done. */
export async function mirrorAll(remote: string, projects: readonly RemoteProject[]): Promise<void> {
  const { waiting, total } = mirroring.getState();
  const isRunning = waiting.length > 0;
  mirroring.setState({
    waiting: [...waiting, ...projects.map((project) => ({ remote, project }))],
    total: (isRunning ? total : 0) + projects.length,
    ...(isRunning ? {} : { failed: {} }),
  });
  if (!isRunning) await run();
}

async function run(): Promise<void> {
  for (let next = mirroring.getState().waiting[0]; next; next = mirroring.getState().waiting[0]) {
    const { remote, project } = next;
    try {
      putMirrors([await ask('mirror.add', { remote, hash: project.hash })]);
    } catch (error) {
      const { message } = Problem.from(error);
      mirroring.setState(({ failed }) => ({ failed: { ...failed, [keyOf(remote, project.hash)]: message } }));
    }
    mirroring.setState(({ waiting }) => ({ waiting: waiting.slice(1) }));
  }
  const { total, failed } = mirroring.getState();
  const failures = Object.values(failed);
  if (total > failures.length) tell({ tone: 'good', title: choosingWords.done(total - failures.length) });
  if (failures.length > 0) tell({ tone: 'bad', title: choosingWords.failed(failures.length), lines: failures });
}
