/** Checks that the story has a starting element, which every importer needs. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { message } from '../../../shared/messages/message.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type CheckContext, projectSubject } from './check-context.ts';

/** [Exports, G17] a start on a board that is not exported does not count. */
export function checkStart(context: CheckContext): void {
  const { project, boards } = context;
  const start = project.projectRecord.startingElement;
  if (start === null || !project.find('element', start))
    context.reportImporterError('missing-start', projectSubject, message('check.start.none'), startWithFirstElementFix(context));
  else if (!boards.hasItem(start)) context.reportImporterError('missing-start', projectSubject, message('check.start.notExported'));
}

/** A fix that makes the first element of the first board with any elements, in the order of the tree, the start. */
function startWithFirstElementFix(context: CheckContext): QuickFix | undefined {
  const { project } = context;
  const id = project.childIds(firstBoardWithElements(project, project.projectRecord.roots.board) ?? '', 'elements')[0];
  const element = id === undefined ? undefined : project.find('element', id);
  if (!element) return undefined;
  const label =
    context.elementTitle(element) === ''
      ? message('check.fix.startUntitled', { board: context.boardLocation(element.boardId) })
      : message('check.fix.start', { element: context.elementName(element) });
  return { label, command: { do: 'change', kind: 'project', id: projectRecordId, fields: { startingElement: element.id } } };
}

function firstBoardWithElements(project: Project, folder: string): string | undefined {
  for (const id of project.childIds(folder, 'boards')) {
    const found = project.childIds(id, 'elements').length > 0 ? id : firstBoardWithElements(project, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
