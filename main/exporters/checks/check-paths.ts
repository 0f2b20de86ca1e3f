/** Checks the paths of the story: finds those that end where they should not, and elements that no path reaches. */

import { message } from '../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { findReachableRecords } from '../../../shared/play/story-paths.ts';
import type { CheckContext } from './check-context.ts';

/** [Exports] an element without outputs is an ending and not a dead end. */
export function checkJumper(context: CheckContext, jumper: StoryRecord<'jumper'>): void {
  if (jumper.elementId !== null) return;
  context.warn('dead-end', jumper, message('check.jumper.notConnected', { board: context.boardLocation(jumper.boardId) }));
}

/** As in a script, in every language. */
const roleKeywords = { if: 'if', elseIf: 'else if', else: 'else' } as const;

const describeCondition = (role: keyof typeof roleKeywords, script: string | null): string =>
  role === 'else' || script === null ? roleKeywords[role] : `${roleKeywords[role]} ${script}`;

/**
 * Reports conditions of a branch that are not connected. A branch without an `else` is not reported: if no condition is true, the story
 * simply offers no path there.
 */
export function checkBranch(context: CheckContext, branch: StoryRecord<'branch'>): void {
  for (const { id, role, script } of context.project.children('condition', branch.id, 'conditions')) {
    if (context.project.childIds(id, 'outputs').length > 0) continue;
    const board = context.boardLocation(branch.boardId);
    context.warn('dead-end', branch, message('check.branch.notConnected', { condition: describeCondition(role, script), board }));
  }
}

/**
 * Everything on the paths from the start; null if there is no start. If only some boards are exported, a game may reach the rest through
 * the others.
 */
export function elementsReachableFromStart({ project, boards }: CheckContext): ReadonlySet<string> | null {
  const start = project.projectRecord.startingElement;
  return start !== null && project.has(start) && boards.includesAll ? findReachableRecords(project, start) : null;
}

/**
 * Reports elements that no path from the start reaches. A board that is never entered is reported once for all its elements, because a game
 * may enter it itself.
 */
export function checkReachability(context: CheckContext, reached: ReadonlySet<string> | null): void {
  const { project } = context;
  if (!reached) return;
  for (const board of boardsIn(project, project.projectRecord.roots.board)) {
    const elements = project.childIds(board.id, 'elements');
    const unreachable = elements.filter((id) => !reached.has(id));
    if (unreachable.length === elements.length && unreachable.length > 1) {
      context.warn('unreachable', board, message('check.reachability.board', { board: context.boardName(board.id) }));
      continue;
    }
    for (const id of unreachable) {
      const element = project.find('element', id);
      if (element) context.warn('unreachable', element, message('check.reachability.element', { element: context.elementName(element) }));
    }
  }
}

function* boardsIn(project: Project, folder: string): Generator<StoryRecord<'board'>> {
  for (const board of project.children('board', folder, 'boards')) {
    yield board;
    yield* boardsIn(project, board.id);
  }
}
