/** Resolves conflicts, and offers to undo the resolution. */

import type { ConflictDetails, ConflictResolution } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { changeFieldsCommand } from '../../state/save-fields.ts';
import { sendCommand, undo, withErrorToast } from '../../state/send-command.ts';
import { prepareStep, whenNextStepArrives } from '../../state/undo-toast.ts';
import { showToast } from '../../ui/toast-queue.ts';

export async function resolveConflicts(conflicts: readonly ConflictDetails[], resolution: ConflictResolution): Promise<void> {
  const [first] = conflicts;
  if (!first) return;
  const isNextUndo = prepareStep('otherCall');
  await withErrorToast(
    withBusyIndicator(t('conflicts.progress'), invoke('conflict.resolve', { ids: conflicts.map(({ id }) => id), resolution })),
  );
  const undoResolution = isNextUndo() ? createUndoForResolution(conflicts, resolution) : null;
  const close = showToast({
    tone: 'good',
    title:
      conflicts.length === 1 ? t('conflicts.resolved', { title: first.title }) : t('conflicts.resolvedCount', { count: conflicts.length }),
    lines: [resolutionLabel(resolution)],
    ...(undoResolution ? { action: { label: t('conflicts.undo'), run: undoResolution } } : {}),
  });
  if (undoResolution) whenNextStepArrives(close);
}

function resolutionLabel(resolution: ConflictResolution): string {
  if ('text' in resolution) return t('conflicts.resolvedWithText');
  return resolution.choice === 'local' ? t('conflicts.resolvedWithLocal') : t('conflicts.resolvedWithRemote');
}

/**
 * A resolution that changed the local story is undone like any change. *Mine* changes only the remote: undoing it writes the remote value
 * locally, and sync then uploads it. That would take one undo step per conflict, so it is offered for a single conflict only.
 */
function createUndoForResolution(conflicts: readonly ConflictDetails[], resolution: ConflictResolution): (() => void) | null {
  const [conflict, ...more] = conflicts;
  if (!conflict || openProjectStore.getState().hash !== conflict.hash) return null;
  if (!('choice' in resolution) || resolution.choice === 'remote') return () => void undo().catch(() => undefined);
  const { kind, record, field, locale, remote, reason } = conflict;
  if (more.length > 0 || reason !== 'bothChanged' || field === null || typeof remote !== 'string') return null;
  const value = locale === null ? remote : { [locale]: { text: remote } };
  return () => void sendCommand(changeFieldsCommand(kind, record, { [field]: value })).catch(() => undefined);
}
