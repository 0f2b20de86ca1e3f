/** Answers to questions. Where an answer changes the project, it is a command of the user like any other, so that it can be undone. */

import type { ConflictResolution } from '../../../shared/contracts/sync.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import { setFieldCommand } from '../plan/conflict-text.ts';
import { isOpenConflict, type OpenConflict, toConflictDetails } from '../presenter/conflict-details.ts';
import { toSyncStatus } from '../presenter/sync-views.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { runUntilIdle } from './run-until-idle.ts';
import type { SyncService } from './sync-service.ts';

/** All of them or, where one cannot be answered so, none. `ids` are those of QuestionShown. */
export async function resolveConflicts(mirrors: SyncService, ids: readonly string[], answer: ConflictResolution): Promise<void> {
  const found = ids.map((id) => findConflict(mirrors, id));
  for (const { project, question } of found) assertResolvable(mirrors, project, question, answer);
  for (const { project, question } of found) {
    if (!containsBothValues(question)) await ensureRemoteRead(mirrors, project);
    // What an answer before it has settled is not asked any more.
    const now = project.conflicts.find(({ id }) => id === question.id);
    if (now && isOpenConflict(now)) applyResolution(mirrors, project, now, answer);
  }
}

function findConflict(mirrors: SyncService, id: string): { project: SyncedProject; question: OpenConflict } {
  const at = id.indexOf('/');
  const project = mirrors.projects.get(id.slice(0, at));
  const question = project?.conflicts.find((each) => each.id === id.slice(at + 1));
  if (!project || !question || !isOpenConflict(question)) throw notFoundProblem('open question', id);
  return { project, question };
}

function assertResolvable(mirrors: SyncService, { row }: SyncedProject, question: OpenConflict, answer: ConflictResolution): void {
  const { choices } = toConflictDetails(question, row.hash, row.remote, mirrors.deps.engine.getProject(row.hash));
  if ('text' in answer ? !choices.text : choices[answer.choice] === null)
    throw invalidFieldProblem('answer', 'is not possible for this question');
}

/** Both values are in the question: the answer needs nobody to be reached, and is asked again if theirs has changed once more. */
const containsBothValues = ({ why, cell }: OpenConflict): boolean => why === 'both changed' && cell !== 'file';

/** Theirs may not have been read since the start. */
async function ensureRemoteRead(mirrors: SyncService, project: SyncedProject): Promise<void> {
  if (project.runner.hasReadRemote) return;
  project.markDue();
  await project.whenStepDone();
  if (!project.runner.hasReadRemote) await runUntilIdle(mirrors, [project], { until: ({ runner }) => runner.hasReadRemote });
  if (!project.runner.hasReadRemote)
    throw new Problem(
      'conflict',
      `${project.row.remote} has to be looked at before this can be answered, and that is not possible now. ${toSyncStatus(mirrors, project).sentence}`,
    );
}

function applyResolution(mirrors: SyncService, project: SyncedProject, question: OpenConflict, answer: ConflictResolution): void {
  const { engine } = mirrors.deps;
  const { hash } = project.row;
  const mine = engine.getProject(hash).get(question.record);
  if (question.why === 'both changed' && !('choice' in answer && answer.choice === 'mine')) {
    const command = setFieldCommand(question, 'text' in answer ? answer.text : question.theirs, mine);
    if (command && canSend(mirrors, hash, command, 'text' in answer)) {
      // A text of the user's own is ours from now on; what is theirs settles the question by itself.
      engine.execute(hash, command, 'user');
      if ('text' in answer) project.resolveConflict(question, 'mine');
      project.dismissConflict(question);
      return;
    }
  }
  const command = project.resolveConflict(question, 'text' in answer ? 'mine' : answer.choice);
  if (command) engine.execute(hash, command, 'user');
  project.dismissConflict(question);
}

/** Theirs may hold what no command of the user sets: then it is taken in as it came. A text of the user's must be sound. */
function canSend({ deps }: SyncService, hash: string, command: SingleCommand, mustBe: boolean): boolean {
  try {
    deps.engine.dryRun(hash, command, 'user');
    return true;
  } catch (error) {
    if (mustBe || !(error instanceof Problem)) throw error;
    return false;
  }
}
