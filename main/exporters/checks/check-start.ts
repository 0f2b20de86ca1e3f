/** The element the story begins with: the one thing that every importer wants. */
import type { QuickFix } from '../../../shared/contracts/findings.ts';
import { checkMessages } from '../../../shared/messages/en/check.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { type CheckContext, projectSubject } from './check-context.ts';

/** [Exports, G17] A start on a board that is left out is none. */
export function checkStart(checking: CheckContext): void {
  const { project, boards } = checking;
  const start = project.projectRecord.startingElement;
  if (start === null || !project.find('element', start))
    checking.reportImporterError('missing-start', projectSubject, checkMessages.noStart, startWithFirstElementFix(checking));
  else if (!boards.hasItem(start)) checking.reportImporterError('missing-start', projectSubject, checkMessages.startLeftOut);
}

/** The first element of the first board that has any, in the order of the tree. */
function startWithFirstElementFix(checking: CheckContext): QuickFix | undefined {
  const { project } = checking;
  const id = project.childIds(firstBoardWithElements(project, project.projectRecord.roots.board) ?? '', 'elements')[0];
  const element = id === undefined ? undefined : project.find('element', id);
  return (
    element && {
      label: checkMessages.fixes.start(checking.elementName(element)),
      command: { do: 'change', kind: 'project', id: PROJECT_RECORD_ID, fields: { startingElement: element.id } },
    }
  );
}

function firstBoardWithElements(project: Project, folder: string): string | undefined {
  for (const id of project.childIds(folder, 'boards')) {
    const found = project.childIds(id, 'elements').length > 0 ? id : firstBoardWithElements(project, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
