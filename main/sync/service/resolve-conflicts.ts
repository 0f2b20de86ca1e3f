/** Resolves conflicts. A choice that changes the project is executed as a command of the user, so that it can be undone. */

import type { ConflictResolution } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import { describeConflict, isOpenConflict, type OpenConflict } from '../presenter/conflict-details.ts';
import { toSyncStatus } from '../presenter/present-status.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { parseQualifiedId, runUntilIdle, type SyncService } from './sync-service.ts';

/** (I37) Resolves all of them, those of one project as one step of undo, or none. `ids` are those of Conflict. */
export async function resolveConflicts(service: SyncService, ids: readonly string[], resolution: ConflictResolution): Promise<void> {
  const byProject = new Map<SyncedProject, OpenConflict[]>();
  for (const id of new Set(ids)) {
    const { project, conflict } = findConflict(service, id);
    assertResolvable(service, project, conflict, resolution);
    byProject.set(project, [...(byProject.get(project) ?? []), conflict]);
  }
  for (const [project, conflicts] of byProject) {
    if (conflicts.every(containsBothValues)) continue;
    await ensureRemoteRead(service, project);
  }
  for (const [project, conflicts] of byProject) {
    // A read may have settled some of them.
    const open = new Map(project.listConflicts().map((each) => [each.id, each]));
    const current = conflicts.flatMap(({ id }) => open.get(id) ?? []).filter(isOpenConflict);
    for (const each of current) assertResolvable(service, project, each, resolution);
    if (current.length > 0) project.resolveConflicts(current, resolution);
  }
}

function findConflict(service: SyncService, qualifiedId: string): { readonly project: SyncedProject; readonly conflict: OpenConflict } {
  const { hash, id } = parseQualifiedId(qualifiedId);
  const project = service.projects.get(hash);
  const conflict = project?.listConflicts().find((each) => each.id === id);
  if (!project || !conflict || !isOpenConflict(conflict)) throw notFoundProblem(message('problem.noun.openConflict'), qualifiedId);
  return { project, conflict };
}

function assertResolvable(service: SyncService, { row }: SyncedProject, conflict: OpenConflict, resolution: ConflictResolution): void {
  const { choices } = describeConflict(conflict, row.hash, row.remote, service.deps.engine.getProject(row.hash));
  if ('text' in resolution ? !choices.text : choices[resolution.choice] === null)
    throw invalidFieldProblem('resolution', message('problem.sync.choiceUnavailable'));
}

/** Whether the conflict can be resolved without reaching the remote. If the remote value has changed again, the next plan finds that. */
const containsBothValues = ({ reason, field }: OpenConflict): boolean =>
  reason === 'disappeared' || (reason === 'bothChanged' && field !== 'file');

/** Reads the remote project, unless it has been read since the start. */
async function ensureRemoteRead(service: SyncService, project: SyncedProject): Promise<void> {
  if (project.hasReadRemote()) return;
  project.refresh();
  await project.whenStepDone();
  if (!project.hasReadRemote()) await runUntilIdle(service, [project], { until: () => project.hasReadRemote() });
  if (!project.hasReadRemote())
    throw new Problem(
      'conflict',
      message('problem.sync.conflictOutdated', { remote: project.row.remote, status: toSyncStatus(service, project).message }),
    );
}
