/** Confirms deleting a board or folder, and lists what is deleted with it. */

import { countedKind } from '../../../../shared/model/kind-messages.ts';
import { boardContentKinds, type KindName, kinds } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { confirmRemoval } from '../../../navigation/removal-dialog.tsx';
import { removeRecords } from '../../../records/commands/remove-records.ts';
import { boardTree, subtreeIds } from '../../../records/trees/record-tree.ts';
import { openProjectStore } from '../../../state/open-project.ts';

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

const countedKinds = [...boardContentKinds, 'comment'] as const;

/** What is deleted together with a board or folder, as text. */
interface RemovalImpact {
  /** `2 boards`, `14 elements`; empty if there is nothing. */
  readonly counts: readonly string[];
  readonly hasStart: boolean;
  /** Jumpers on other boards that would lose their target. */
  readonly danglingJumpers: number;
}

export function boardRemovalImpact(project: Project, boardId: string): RemovalImpact {
  const boards = boardSubtree(project, boardId);
  const removedBoards = new Set(boards);
  const inside = boards.filter((id) => id !== boardId && project.find('board', id)?.type === 'board').length;
  const counts: [number, KindName][] = [[inside, 'board']];
  for (const kind of countedKinds)
    counts.push([boards.reduce((sum, id) => sum + project.childIds(id, kinds[kind].plural).length, 0), kind]);
  const start = project.projectRecord.startingElement;
  const startBoard = start === null ? undefined : project.find('element', start)?.boardId;
  let danglingJumpers = 0;
  for (const { boardId: on, elementId } of project.recordsOfKind('jumper')) {
    const leadsTo = elementId === null ? undefined : project.find('element', elementId)?.boardId;
    if (leadsTo !== undefined && removedBoards.has(leadsTo) && !removedBoards.has(on)) danglingJumpers++;
  }
  return {
    counts: counts.filter(([count]) => count > 0).map(([count, kind]) => t(countedKind(kind, count))),
    hasStart: startBoard !== undefined && removedBoards.has(startBoard),
    danglingJumpers,
  };
}

/** The ids of the board or folder and of everything below it. */
export const boardSubtree = (project: Project, boardId: string): string[] => subtreeIds(boardTree, project, boardId);
