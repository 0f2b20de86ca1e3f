/** Confirms deleting a board or folder, and lists what is deleted with it. */

import { t } from '../../../messages/translate.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { showUndoToast } from '../../../state/undo-toast.ts';
import { showConfirmation } from '../../../ui/dialog.tsx';
import { boardRemovalImpact } from './removal-impact.ts';

export function showRemoveBoardDialog(id: string): void {
  const { project } = openProjectStore.getState();
  const board = project.find('board', id);
  if (!board) return;
  const { counts, hasStart, danglingJumpers } = boardRemovalImpact(project, id);
  const remove = async () => {
    await sendCommand({ do: 'remove', kind: 'board', id });
    showUndoToast(t('removeItems.doneNamed', { name: board.name }));
  };
  showConfirmation({
    title: t(`boardTree.remove.title.${board.type}`, { name: board.name }),
    confirms: 'undoable',
    confirmLabel: t('common.remove'),
    message: (
      <div className="dialog-stack">
        <p>{counts.length === 0 ? t('boardTree.remove.emptyBoard') : t('boardTree.remove.contents', { things: counts })}</p>
        {hasStart && <p>{t('boardTree.remove.start')}</p>}
        {danglingJumpers > 0 && <p>{t('boardTree.remove.brokenJumpers', { count: danglingJumpers })}</p>}
        <p className="field-description">{t('boardTree.remove.undoHint')}</p>
      </div>
    ),
    run: remove,
  });
}
