/** Confirms deleting a board or folder, and lists what is deleted with it. */

import { t } from '../../../messages/translate.ts';
import { confirmRemoval } from '../../../navigation/removal-dialog.tsx';
import { removeRecords } from '../../../records/commands/remove-records.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { boardRemovalImpact } from './removal-impact.ts';

export function showRemoveBoardDialog(id: string): void {
  const { project } = openProjectStore.getState();
  const board = project.find('board', id);
  if (!board) return;
  const { counts, hasStart, danglingJumpers } = boardRemovalImpact(project, id);
  confirmRemoval({
    title: t(`boardTree.remove.title.${board.type}`, { name: board.name }),
    consequences: [
      counts.length === 0 ? t('boardTree.remove.emptyBoard') : t('boardTree.remove.contents', { things: counts }),
      ...(hasStart ? [t('boardTree.remove.start')] : []),
      ...(danglingJumpers > 0 ? [t('boardTree.remove.brokenJumpers', { count: danglingJumpers })] : []),
    ],
    remove: () => removeRecords([id], { do: 'remove', kind: 'board', id }),
  });
}
