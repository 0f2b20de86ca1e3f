/** Deletes items. If they are used elsewhere, lists the usages and asks for confirmation first. */

import type { Command } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { UsageList } from '../../../navigation/usage-list.tsx';
import { findFrame } from '../../../records/board/items.ts';
import { deletionLabel } from '../../../records/names/deletion-label.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showUndoToast } from '../../../state/undo-toast.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { findItemUsages, removeDialogTitle } from './item-usages.ts';

/** Returns whether the items were deleted. */
export async function confirmAndRemoveItems(project: Project, ids: ReadonlySet<string>, command: Command): Promise<boolean> {
  const uses = findItemUsages(project, ids);
  const isFrameAlone = ids.size === 1 && [...ids].some((id) => findFrame(project, id));
  const done = isFrameAlone ? t('removeItems.frameDone') : deletionLabel(project, [...ids]);
  const remove = async () => {
    await sendCommand(command);
    showUndoToast(done);
  };
  if (uses.length === 0)
    return remove().then(
      () => true,
      () => false,
    );
  return new Promise((answer) =>
    showDialog(
      (close) => (
        <FormDialog
          title={removeDialogTitle(project, ids)}
          submitLabel={t('common.remove')}
          confirms="undoable"
          run={async () => {
            await remove();
            answer(true);
          }}
          onClose={close}
        >
          <div className="dialog-stack">
            <p>{t('removeItems.used', { count: uses.length })}</p>
            <UsageList uses={uses} close={close} />
            <p className="field-description">{t('removeItems.undoHint')}</p>
          </div>
        </FormDialog>
      ),
      { onClosed: () => answer(false) },
    ),
  );
}
