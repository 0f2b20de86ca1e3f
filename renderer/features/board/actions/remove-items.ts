/** Deletes items. If they are used elsewhere, lists the usages and asks for confirmation first. */

import type { Command } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { removeOrConfirm } from '../../../navigation/removal-dialog.tsx';
import { removeRecords } from '../../../records/commands/remove-records.ts';
import { findItemUsages, removeDialogTitle } from './item-usages.ts';

/** Returns whether the items were deleted. */
export function confirmAndRemoveItems(project: Project, ids: ReadonlySet<string>, command: Command): Promise<boolean> {
  const uses = findItemUsages(project, ids);
  return removeOrConfirm({
    title: removeDialogTitle(project, ids),
    uses,
    usesHint: t('removeItems.used', { count: uses.length }),
    remove: () => removeRecords([...ids], command),
  });
}
