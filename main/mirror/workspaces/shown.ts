/** A mirrored project and its workspace as they are shown: status, questions, reports, remote. */
import type { MirrorReport, MirrorStatus, QuestionShown, Remote } from '../../../shared/mirror.ts';
import type { Mirrored } from './mirrored.ts';
import type { MirrorsDeps } from './mirrors-deps.ts';
import { isAsked, shownQuestion } from './question-words.ts';
import { reportsOf } from './reports.ts';
import { statusOf } from './status.ts';
import type { Workspace } from './workspace.ts';

/** What is known of all of them and matters for each. */
export interface Around {
  readonly deps: Pick<MirrorsDeps, 'engine' | 'world' | 'isLive'>;
  /** Milliseconds; Infinity until told otherwise; undefined: it is not paused. */
  pausedUntil(project: Mirrored): number | undefined;
}

export function statusShown(mirrors: Around, project: Mirrored): MirrorStatus {
  const { row, workspace, inStepAt } = project;
  const { hash, there, remote, made } = row;
  const waiting = made ? project.waiting : 0;
  const questions = project.questions.filter(isAsked).length;
  const reports = reportsShown(mirrors, project);
  const pausedUntil = mirrors.pausedUntil(project);
  const shown = statusOf({
    remote,
    condition: workspace.condition,
    pausedUntil: pausedUntil === Number.POSITIVE_INFINITY ? null : pausedUntil,
    limitedUntil: workspace.limitedUntil,
    next: project.next,
    doing: project.doing,
    isMade: made,
    waiting,
    time: waiting > 0 ? workspace.turns.timeFor(waiting, project.urgency) : null,
    questions,
    // Seen or not: as long as it is so.
    refused: made ? project.loop.refused.length + project.files.refused.size : 0,
    files: project.filesMoving > 0 && project.areFilesBusy ? project.files.left.files : 0,
    isRunning: mirrors.deps.isLive || project.isAsked,
    wasInStep: inStepAt !== null,
    mayWrite: workspace.row.permissions?.includes('project:write') ?? true,
  });
  const name = mirrors.deps.engine.projects().find((each) => each.hash === hash)?.name ?? row.name;
  return { hash, there, name, remote, isHere: made, waiting, questions, reports: reports.length, inStepAt, ...shown };
}

export function questionsShown({ deps }: Around, { row, questions }: Mirrored): QuestionShown[] {
  const { hash, remote } = row;
  return questions.filter(isAsked).map((question) => shownQuestion(question, hash, remote, deps.engine.project(hash)));
}

export function reportsShown({ deps }: Around, project: Mirrored): MirrorReport[] {
  const { hash, remote, made } = project.row;
  if (!made) return [];
  const { loop, files } = project;
  return reportsOf({ hash, remote, loop, files, project: () => deps.engine.project(hash) }, deps.world.now());
}

export function remoteShown({ row, condition }: Workspace): Remote {
  const { name, url, keyIn, variable, permissions } = row;
  const why = condition.is === 'ready' ? null : condition.why;
  return { name, url, keyIn, variable, permissions, state: condition.is, why };
}
