/** Asks before something goes that is spoken of elsewhere; what is not goes at once, and undo brings it back. */

import type { Command } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { UsageList } from '../../../navigation/usage-list.tsx';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { findItemUsages, removeDialogTitle } from './item-usages.ts';

/** Answers whether it has gone. */
export async function confirmAndRemoveItems(project: Project, ids: ReadonlySet<string>, command: Command): Promise<boolean> {
  const uses = findItemUsages(project, ids);
  if (uses.length === 0)
    return sendCommand(command).then(
      () => true,
      () => false,
    );
  const areSeveral = ids.size > 1;
  return new Promise((answer) =>
    showDialog((close) => (
      <FormDialog
        title={removeDialogTitle(project, ids)}
        submitLabel={t('common.remove')}
        isDanger
        run={async () => {
          await sendCommand(command);
          answer(true);
        }}
        onClose={() => {
          close();
          // After it has gone this says nothing more.
          answer(false);
        }}
      >
        <div className="dialog-stack">
          <p>{t('removeItems.used', { count: uses.length, areSeveral })}</p>
          <UsageList uses={uses} close={close} />
          <p className="field-description">{t('removeItems.undoHint', { areSeveral })}</p>
        </div>
      </FormDialog>
    )),
  );
}
