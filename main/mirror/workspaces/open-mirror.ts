/** The mirror of all workspaces, as whoever drives the program uses it. Drawing: docs/mirror.md. */

import type { Command } from '../../../shared/commands.ts';
import type { MirrorActivity, MirrorReport, MirrorStatus, QuestionAnswer, QuestionShown } from '../../../shared/mirror.ts';
import { isoTime } from '../../../shared/world.ts';
import { mustBeAllowed, whyNotBack } from './allowed.ts';
import { answerQuestions } from './answering.ts';
import { choosingOf, type HowToAdd } from './choosing.ts';
import type { Mirrored } from './mirrored.ts';
import { Mirrors } from './mirrors.ts';
import type { MirrorsDeps } from './mirrors-deps.ts';
import { remotesOf, type Try } from './remotes.ts';
import { seenEntries } from './reports.ts';
import { questionsShown, reportsShown, statusShown } from './shown.ts';
import { pause, runUntilRest } from './steering.ts';

export interface MirrorDeps extends MirrorsDeps {
  readonly tryOut: Try;
  /** A project as a story file, with all its languages. */
  readonly story: (hash: string) => unknown;
}
export type Mirror = ReturnType<typeof openMirror>;

export function openMirror(deps: MirrorDeps) {
  const mirrors = new Mirrors(deps);
  const choosing = choosingOf(mirrors, deps.story);
  const chosen = (hash: string | undefined): Mirrored[] => (hash === undefined ? [...mirrors.projects.values()] : [mirrors.project(hash)]);
  const statuses = (projects: Iterable<Mirrored>): MirrorStatus[] =>
    [...projects]
      .map((project) => statusShown(mirrors, project))
      .sort((one, two) => (one.name < two.name ? -1 : one.name > two.name ? 1 : 0));
  // The key store may ask the user something first.
  const begun = mirrors.begin();

  return {
    remotes: remotesOf(mirrors, deps.tryOut),
    list(): MirrorStatus[] {
      // Nobody else does where nothing goes by itself.
      if (!deps.isLive) for (const project of mirrors.projects.values()) if (project.next === undefined) project.count();
      return statuses(mirrors.projects.values());
    },
    /** Keys have been looked for. Where the mirror runs that may wait for the user, and nobody waits for it. */
    ready: deps.isLive ? Promise.resolve() : begun,
    add: async (remote: string, there: string, how?: HowToAdd): Promise<MirrorStatus> =>
      statusShown(mirrors, await choosing.add(remote, there, how)),
    upload: async (remote: string, hash: string): Promise<MirrorStatus> => statusShown(mirrors, await choosing.upload(remote, hash)),
    mayStop: choosing.mayStop,
    /** It is mirrored no longer: the rows to lay beside its end, none where it was not. */
    forget(hash: string) {
      const project = mirrors.projects.get(hash);
      return project ? mirrors.drop(project) : [];
    },
    isMirrored: (hash: string): boolean => mirrors.projects.has(hash),
    /** The user has opened it, or works with it. */
    uses: (hash: string): void => mirrors.uses(hash),
    /** Throws the Problem of a command that could never get to the remote. */
    mustBeAllowed(hash: string, command: Command): void {
      if (mirrors.projects.has(hash)) mustBeAllowed(command, deps.engine.project(hash));
    },
    /** Why something may not be there again in a mirrored project, as undo asks it; undefined where the project is not mirrored. */
    whyNotBack(hash: string) {
      const project = mirrors.projects.get(hash);
      return project?.row.made ? whyNotBack((id) => project.loop.rows.base.has(id)) : undefined;
    },
    async run(
      hash: string | undefined,
      steps: { isCancelled?: () => boolean; stepped?: (done: number, total: number) => void } = {},
    ): Promise<MirrorStatus[]> {
      const projects = chosen(hash);
      // Who asks for one project wants to know whether what was refused is taken now.
      if (hash !== undefined) for (const project of projects) project.retry();
      const { isCancelled, stepped } = steps;
      await runUntilRest(mirrors, projects, { ...(isCancelled && { isCancelled }), ...(stepped && { stepped }) });
      return statuses(projects.filter(({ row }) => mirrors.projects.has(row.hash)));
    },
    pause(hash: string | undefined, until: string | null): MirrorStatus[] {
      const projects = chosen(hash);
      pause(mirrors, hash === undefined ? undefined : projects[0], until === 'now' ? undefined : until === null ? null : Date.parse(until));
      return statuses(projects);
    },
    activity: (hash: string | undefined, before: string | undefined): MirrorActivity[] =>
      mirrors.activity.list(
        chosen(hash).map(({ row }) => row.hash),
        before,
      ),
    reports: (hash: string | undefined): MirrorReport[] => chosen(hash).flatMap((project) => reportsShown(mirrors, project)),
    seen(ids: readonly string[]): void {
      for (const id of ids) {
        const at = id.indexOf('/');
        const project = mirrors.project(id.slice(0, at));
        if (project.row.made) project.loop.rows.write(seenEntries(id.slice(at + 1), isoTime(deps.world.now())));
        mirrors.telling.changed(project);
      }
    },
    questions: (hash: string | undefined): QuestionShown[] => chosen(hash).flatMap((project) => questionsShown(mirrors, project)),
    async answer(ids: readonly string[], answer: QuestionAnswer): Promise<void> {
      await answerQuestions(mirrors, ids, answer);
      mirrors.telling.now();
      mirrors.clockwork.turn();
    },
    close: () => mirrors.close(),
  };
}
