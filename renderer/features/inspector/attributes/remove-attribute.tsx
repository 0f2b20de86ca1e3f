/** Deletes an attribute. If scripts use it, lists them and asks for confirmation first. */

import { t } from '../../../messages/translate.ts';
import { UsageList } from '../../../navigation/usage-list.tsx';
import { deletionLabel } from '../../../records/names/deletion-label.ts';
import { scriptNameOf } from '../../../records/scripts/script-names.ts';
import { findVariableUsages } from '../../../records/scripts/variable-usages.ts';
import { findVariableUsers } from '../../../records/scripts/variable-users.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { yieldToMain } from '../../../state/run-in-slices.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showUndoToast } from '../../../state/undo-toast.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';

export async function removeAttribute(id: string): Promise<void> {
  const { project } = openProjectStore.getState();
  const name = scriptNameOf(project, id);
  const done = deletionLabel(project, [id]);
  const remove = async () => {
    await sendCommand({ do: 'remove', kind: 'attribute', id });
    showUndoToast(done);
  };
  const uses = name === null ? null : await findVariableUsages(project, yieldToMain, () => true);
  const users = uses && name !== null ? findVariableUsers(project, uses, name) : [];
  if (users.length === 0) await remove().catch(() => undefined);
  else
    showDialog((close) => (
      <FormDialog
        title={t('attributes.remove.title', { name: name ?? '' })}
        submitLabel={t('common.remove')}
        confirms="undoable"
        run={remove}
        onClose={close}
      >
        <div className="dialog-stack">
          <p>{t('attributes.remove.scriptUses', { count: users.length })}</p>
          <UsageList uses={users} close={close} />
          <p className="field-description">{t('attributes.remove.undoHint')}</p>
        </div>
      </FormDialog>
    ));
}
