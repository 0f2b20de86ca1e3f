/** Resolves conflicts. A choice that changes the project is executed as a command of the user, so that it can be undone. */

import type { ConflictResolution, ResolutionResult } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import { choicesFor, isOpenConflict, type OpenConflict } from '../presenter/conflict-details.ts';
import { isAsShown, type ShownMarks } from '../presenter/conflict-mark.ts';
import { toSyncStatus } from '../presenter/present-status.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { parseQualifiedId, runUntilIdle, type SyncService } from './sync-service.ts';

/**
 * (I37) Resolves all of them, those of one project as one step of undo, or none. `ids` are those of Conflict. (I4) A conflict whose values are no longer those that
 * were shown stays open: nobody has decided about them.
 */
export async function resolveConflicts(
  service: SyncService,
  ids: readonly string[],
  resolution: ConflictResolution,
  shown: ShownMarks = {},
): Promise<ResolutionResult> {
  const changedIds = new Set<string>();
  const yielder = new CooperativeYielder();
  const openByHash = new Map<string, ReadonlyMap<string, OpenConflict>>();
  const byProject = new Map<SyncedProject, OpenConflict[]>();
  for (const qualifiedId of new Set(ids)) {
    const { hash, id } = parseQualifiedId(qualifiedId);
    const project = service.projects.get(hash);
    const open = openByHash.get(hash) ?? listOpen(project);
    openByHash.set(hash, open);
    const conflict = open.get(id);
    if (!project || !conflict) throw notFoundProblem(message('problem.noun.openConflict'), qualifiedId);
    if (!isAsShown(conflict, qualifiedId, shown)) {
      changedIds.add(qualifiedId);
      continue;
    }
    assertResolvable(service, project, conflict, resolution);
    const conflicts = byProject.get(project) ?? [];
    conflicts.push(conflict);
    byProject.set(project, conflicts);
    await yielder.yieldIfNeeded();
  }
  for (const [project, conflicts] of byProject) {
    if (conflicts.every(containsBothValues)) continue;
    await ensureRemoteRead(service, project);
  }
  let isUndoable = byProject.size === 1;
  for (const [project, conflicts] of byProject) {
    // What happened meanwhile, a read among it, may have settled some of them.
    const current = (): OpenConflict[] => {
      const open = listOpen(service.projects.get(project.row.hash));
      return conflicts.flatMap(({ id }) => {
        const conflict = open.get(id);
        const qualifiedId = `${project.row.hash}/${id}`;
        if (!conflict || isAsShown(conflict, qualifiedId, shown)) return conflict ?? [];
        changedIds.add(qualifiedId);
        return [];
      });
    };
    if (conflicts.length > 1) await project.prepareAnswer(current(), resolution);
    const answered = current();
    for (const each of answered) assertResolvable(service, project, each, resolution);
    const isStep = answered.length > 0 && project.resolveConflicts(answered, resolution).isUndoable;
    isUndoable &&= isStep;
  }
  return { isUndoable, changedIds: [...changedIds] };
}

/** By id; none if the project is not synced any more. */
const listOpen = (project: SyncedProject | undefined): ReadonlyMap<string, OpenConflict> =>
  new Map((project?.listConflicts() ?? []).filter(isOpenConflict).map((each) => [each.id, each]));

function assertResolvable(service: SyncService, { row }: SyncedProject, conflict: OpenConflict, resolution: ConflictResolution): void {
  const choices = choicesFor(conflict, row.remote, service.deps.engine.getProject(row.hash));
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
