/** The projects that were opened last, for the menu, the jump list of Windows and the dock of macOS. Does not import Electron. */

import { type Backend, createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { ProjectSummary } from '../../../shared/contracts/ipc/results.ts';
import { parseWindowLocation } from '../../../shared/contracts/window-location.ts';
import { describeError } from '../../platform/errors.ts';

export type RecentProject = Pick<ProjectSummary, 'hash' | 'name'>;

export interface RecentProjects {
  /** Called with the address that the window shows. */
  visit(address: string): void;
  /** Newest first, with their current names and without removed projects. */
  list(): readonly RecentProject[];
}

interface RecentProjectsDeps {
  readonly backend: Pick<Backend, 'call' | 'onEvents'>;
  readonly stored: () => readonly string[];
  readonly save: (hashes: readonly string[]) => void;
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

const maxCount = 10;

export function openRecentProjects({ backend, stored, save, onChange, log }: RecentProjectsDeps): RecentProjects {
  let recent: readonly RecentProject[] = [];

  /** If this fails, the list remains unchanged until the next refresh. */
  const refresh = (): void => {
    readNames().catch((error: unknown) => log(`The recent projects cannot be listed: ${describeError(error)}`));
  };

  async function readNames(): Promise<void> {
    if (stored().length === 0) return;
    const summaries = await createInvoke(backend)('project.list', {});
    const projects = new Map(summaries.map(({ hash, name }) => [hash, { hash, name }]));
    const next = stored().flatMap((hash) => projects.get(hash) ?? []);
    if (JSON.stringify(next) === JSON.stringify(recent)) return;
    recent = next;
    onChange();
  }

  backend.onEvents((events) => {
    if (events.some(({ event }) => event === 'projects.changed')) refresh();
  });
  refresh();
  return {
    visit(address) {
      const { projectHash } = parseWindowLocation(new URL(address).hash);
      if (projectHash === null || projectHash === stored()[0]) return;
      save([projectHash, ...stored().filter((hash) => hash !== projectHash)].slice(0, maxCount));
      refresh();
    },
    list: () => recent,
  };
}
