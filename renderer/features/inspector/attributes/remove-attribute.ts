/** Deletes an attribute. If scripts use it, lists them and asks for confirmation first. */

import { t } from '../../../messages/translate.ts';
import { removeOrConfirm } from '../../../navigation/removal-dialog.tsx';
import { removeRecords } from '../../../records/commands/remove-records.ts';
import { scriptNameOf } from '../../../records/scripts/script-names.ts';
import { findVariableUsages } from '../../../records/scripts/variable-usages.ts';
import { findVariableUsers } from '../../../records/scripts/variable-users.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { yieldToMain } from '../../../state/run-in-slices.ts';

export async function removeAttribute(id: string): Promise<void> {
  const { hash, project } = openProjectStore.getState();
  const name = scriptNameOf(project, id);
  const usages = name === null ? null : await findVariableUsages(project, yieldToMain, () => true);
  if (openProjectStore.getState().hash !== hash) return;
  const uses = usages && name !== null ? findVariableUsers(project, usages, name) : [];
  await removeOrConfirm({
    title: t('attributes.remove.title', { name: name ?? '' }),
    uses,
    usesHint: t('common.usages.inScripts', { count: uses.length }),
    remove: () => removeRecords([id], { do: 'remove', kind: 'attribute', id }),
  });
}
