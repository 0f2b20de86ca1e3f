/** Moves in the tree of boards as commands. */
import type { SingleCommand } from '../../shared/commands.ts';
import type { Project } from '../../shared/project.ts';
import { boardTree, type Drop, movesFor as movesIn, step as stepIn } from '../state/tree-moves.ts';

/** The moves for a drop, in the order in which they are done; none where a folder would go into itself. */
export const movesFor = (project: Project, ids: readonly string[], drop: Drop): SingleCommand[] => movesIn(boardTree, project, ids, drop);

/** One place up or down among the siblings; nothing at the ends. */
export const step = (project: Project, id: string, by: 1 | -1): SingleCommand | undefined => stepIn(boardTree, project, id, by);
