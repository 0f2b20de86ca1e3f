/** Resolves conflicts. A choice that changes the project is executed as a command of the user, so that it can be undone. */

import type { ConflictResolution } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import { type ConflictSide, setFieldCommand } from '../plan/resolve-conflict.ts';
import { isOpenConflict, type OpenConflict, toConflictDetails } from '../presenter/conflict-details.ts';
import { toSyncStatus } from '../presenter/present-status.ts';
import type { SyncedProject } from '../project/synced-project.ts';
import { parseQualifiedId, runUntilIdle, type SyncService } from './sync-service.ts';

interface ProjectConflict {
  readonly project: SyncedProject;
  readonly conflict: OpenConflict;
}

/** Resolves all of them, or none if one cannot be resolved in this way. `ids` are those of ConflictDetails. */
export async function resolveConflicts(service: SyncService, ids: readonly string[], resolution: ConflictResolution): Promise<void> {
  const found = ids.map((id) => findConflict(service, id));
  for (const each of found) assertResolvable(service, each, resolution);
  for (const { project, conflict } of found) {
    if (!containsBothValues(conflict)) await ensureRemoteRead(service, project);
    // An earlier resolution may have settled this one.
    const current = project.listConflicts().find(({ id }) => id === conflict.id);
    if (current && isOpenConflict(current)) applyResolution(service, { project, conflict: current }, resolution);
  }
}

function findConflict(service: SyncService, qualifiedId: string): ProjectConflict {
  const { hash, id } = parseQualifiedId(qualifiedId);
  const project = service.projects.get(hash);
  const conflict = project?.listConflicts().find((each) => each.id === id);
  if (!project || !conflict || !isOpenConflict(conflict)) throw notFoundProblem(message('problem.noun.openConflict'), qualifiedId);
  return { project, conflict };
}

function assertResolvable(service: SyncService, { project: { row }, conflict }: ProjectConflict, resolution: ConflictResolution): void {
  const { choices } = toConflictDetails(conflict, row.hash, row.remote, service.deps.engine.getProject(row.hash));
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

const sideOf = (resolution: ConflictResolution): ConflictSide =>
  // A text that the user has entered becomes the local value.
  'text' in resolution || resolution.choice === 'local' ? 'local' : 'remote';

function applyResolution(service: SyncService, { project, conflict }: ProjectConflict, resolution: ConflictResolution): void {
  const { engine } = service.deps;
  const { hash } = project.row;
  const isText = 'text' in resolution;
  const side = sideOf(resolution);
  if (conflict.reason === 'bothChanged' && (isText || side === 'remote')) {
    const record = engine.getProject(hash).get(conflict.recordId);
    const command = setFieldCommand(conflict, isText ? resolution.text : conflict.remote, record);
    if (command && isAccepted(service, hash, command, isText ? 'required' : 'optional')) {
      engine.execute(hash, command, 'user');
      // Choosing the remote value resolves the conflict without this.
      if (isText) project.resolveConflict(conflict, 'local');
      project.dismissConflict(conflict);
      return;
    }
  }
  const command = project.resolveConflict(conflict, side);
  if (command) engine.execute(hash, command, 'user');
  project.dismissConflict(conflict);
}

/**
 * Whether the command can be executed. The remote value may be one that no command of the user can set; it is then merged unchanged. A text
 * that the user has entered must be valid.
 */
function isAccepted({ deps }: SyncService, hash: string, command: SingleCommand, validity: 'required' | 'optional'): boolean {
  try {
    deps.engine.dryRun(hash, command, 'user');
    return true;
  } catch (error) {
    if (validity === 'required' || !(error instanceof Problem)) throw error;
    return false;
  }
}
