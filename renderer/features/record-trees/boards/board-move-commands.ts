/** Moves in the tree of boards as commands. */
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import type { Project } from '../../../../shared/model/project.ts';
import {
  boardTree,
  createMoveCommands as movesIn,
  createReorderCommand as stepIn,
  type TreeDropTarget,
} from '../../../records/trees/tree-move-commands.ts';

/** The moves for a drop, in the order in which they are done; none where a folder would go into itself. */
export const boardMoveCommands = (project: Project, ids: readonly string[], drop: TreeDropTarget): SingleCommand[] =>
  movesIn(boardTree, project, ids, drop);

/** One place up or down among the siblings; nothing at the ends. */
export const boardStepCommand = (project: Project, id: string, by: 1 | -1): SingleCommand | undefined => stepIn(boardTree, project, id, by);
