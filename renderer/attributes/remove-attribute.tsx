/** Deleting an attribute: at once, unless scripts use it; then who does is said before. */

import { UseList } from '../assets/use-list.tsx';
import { usersOf } from '../scripts/script-use-words.ts';
import { scriptUses } from '../scripts/script-uses.ts';
import { openProject, rest } from '../state/open-project.ts';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { attributesWords } from '../words/en/attributes.ts';
import { commonWords } from '../words/en/common.ts';
import { scriptName } from './script-names.ts';

export async function removeAttribute(id: string): Promise<void> {
  const { project } = openProject.getState();
  const name = scriptName(project, id);
  const remove = () => send({ do: 'remove', kind: 'attribute', id });
  const uses = name === null ? null : await scriptUses(project, rest, () => true);
  const users = uses && name !== null ? usersOf(project, uses, name) : [];
  if (users.length === 0) await remove().catch(() => undefined);
  else
    showDialog((close) => (
      <FormDialog title={attributesWords.deleteTheAttribute(name ?? '')} does={commonWords.remove} isDanger run={remove} onClose={close}>
        <div className="dialog-stack">
          <p>{attributesWords.scriptsUseIt(users.length)}</p>
          <UseList uses={users} close={close} />
          <p className="field-description">{attributesWords.undoBringsItBack}</p>
        </div>
      </FormDialog>
    ));
}
