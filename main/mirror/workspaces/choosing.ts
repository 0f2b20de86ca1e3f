/** Which projects are mirrored: one that is there, one that is here, and no longer. */
import { Problem } from '../../../shared/problem.ts';
import { statusSentences } from '../../../shared/words/en/mirror.ts';
import type { Mirrored } from './mirrored.ts';
import type { Mirrors } from './mirrors.ts';
import type { MirrorRow } from './remote-rows.ts';
import { asProblem } from './silence.ts';
import { runUntilRest } from './steering.ts';
import { uploaded } from './upload.ts';
import type { HostedProject, Workspace } from './workspace.ts';

export interface HowToAdd {
  readonly open?: boolean | undefined;
  readonly later?: boolean | undefined;
}

/** Milliseconds: what the list showed then may be chosen from. */
const lately = 10_000;

export function choosingOf(mirrors: Mirrors, story: (hash: string) => unknown) {
  const { engine } = mirrors.deps;
  const isHere = (hash: string) => engine.projects().some((project) => project.hash.toLowerCase() === hash.toLowerCase());
  const isFree = (hash: string) => !isHere(hash) && ![...mirrors.projects.keys()].some((each) => each.toLowerCase() === hash.toLowerCase());

  /** The same as there if that is free here and harmless as a name of folders, so that what is written for one fits the other. */
  function hashFor(there: string): string {
    if (/^[A-Za-z0-9]{6,32}$/.test(there) && isFree(there)) return there;
    for (;;) {
      const hash = mirrors.deps.newHash();
      if (isFree(hash)) return hash;
    }
  }

  const begun = (row: MirrorRow): Mirrored => {
    const project = mirrors.take(row);
    mirrors.telling.changed(project);
    return project;
  };

  const mirrored = (workspace: Workspace, there: string): Mirrored | undefined =>
    [...mirrors.projectsOf(workspace)].find(({ row }) => row.there === there);

  /** By the list as it was a moment ago, or else as it is now. */
  async function listed(workspace: Workspace, there: string): Promise<HostedProject> {
    const { name: remote } = workspace.row;
    for (const since of [mirrors.now() - lately, mirrors.now()]) {
      const { projects } = await asProblem(remote, workspace, () => workspace.listForUser(since));
      const found = projects.find(({ hash }) => hash === there);
      if (found) return found;
    }
    throw new Problem('notFound', `${remote} shows no project ${there}.`);
  }

  async function chosen(workspace: Workspace, there: string): Promise<Mirrored> {
    if (workspace.condition.is !== 'ready') await workspace.unlock();
    const { name } = await listed(workspace, there);
    const known = mirrored(workspace, there);
    if (known) return known;
    const row = { hash: hashFor(there), there, remote: workspace.row.name, name, made: false, inStepAt: null };
    mirrors.rows.keepMirror(row);
    return begun(row);
  }

  return {
    /**
     * Resolves when the project is here, or has to wait; `later`: when it is chosen, and it is fetched when its turn comes. `open`: the user wants
     * to see it now, whether it was chosen before or not, so that it comes before all others.
     */
    async add(remote: string, there: string, { open = false, later = false }: HowToAdd = {}): Promise<Mirrored> {
      const workspace = mirrors.workspace(remote);
      const known = mirrored(workspace, there);
      if (known && !open && !later)
        throw new Problem('conflict', `This project is mirrored already, as ${known.row.hash}.`, { context: { hash: known.row.hash } });
      const project = known ?? (await chosen(workspace, there));
      if (open) mirrors.uses(project.row.hash);
      if (later) mirrors.clockwork.turn();
      else if (!project.row.made) await runUntilRest(mirrors, [project], { until: ({ row }) => row.made });
      return project;
    },

    async upload(remote: string, hash: string): Promise<Mirrored> {
      const workspace = mirrors.workspace(remote);
      engine.project(hash);
      if (mirrors.projects.has(hash)) throw new Problem('conflict', 'This project is mirrored already.');
      if (workspace.row.permissions?.includes('project:write') === false)
        throw new Problem('forbidden', `The key for ${remote} may only read. To upload, it must be one that may write.`);
      if (workspace.condition.is !== 'ready') await workspace.unlock();
      const row = await asProblem(remote, workspace, () => uploaded({ mirrors, workspace, hash, remote, story }));
      const project = begun(row);
      await runUntilRest(mirrors, [project], { until: () => mirrors.deps.isLive });
      return project;
    },

    /** Throws a Problem `conflict` where changes wait that would be lost there; answers whether the project is here. */
    mayStop(hash: string, { discard = false }: { discard?: boolean | undefined }): { isHere: boolean } {
      const project = mirrors.project(hash);
      project.count();
      const { made, remote } = project.row;
      const { waiting } = project;
      if (made && !discard && waiting > 0)
        throw new Problem('conflict', statusSentences.mayNotStop(remote, waiting), { conflictType: 'stale' });
      return { isHere: made };
    },
  };
}
