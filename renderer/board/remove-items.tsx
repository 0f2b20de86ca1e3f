/** Asks before something goes that is spoken of elsewhere; what is not goes at once, and undo brings it back. */
import type { Command } from '../../shared/commands.ts';
import type { Project } from '../../shared/project.ts';
import { UseList } from '../assets/use-list.tsx';
import { send } from '../state/send.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { commonWords } from '../words/en/common.ts';
import { removeItemsWords as words } from '../words/en/remove-items.ts';
import { itemUses, removeTitle } from './item-uses.ts';

/** Answers whether it has gone. */
export async function removeAsked(project: Project, ids: ReadonlySet<string>, command: Command): Promise<boolean> {
  const uses = itemUses(project, ids);
  if (uses.length === 0)
    return send(command).then(
      () => true,
      () => false,
    );
  const areSeveral = ids.size > 1;
  return new Promise((answer) =>
    showDialog((close) => (
      <FormDialog
        title={removeTitle(project, ids)}
        does={commonWords.remove}
        isDanger
        run={async () => {
          await send(command);
          answer(true);
        }}
        onClose={() => {
          close();
          // After it has gone this says nothing more.
          answer(false);
        }}
      >
        <div className="dialog-stack">
          <p>{words.used(uses.length, areSeveral)}</p>
          <UseList uses={uses} close={close} />
          <p className="field-description">{words.undo(areSeveral)}</p>
        </div>
      </FormDialog>
    )),
  );
}
