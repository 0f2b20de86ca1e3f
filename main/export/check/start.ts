/** The element the story begins with: the one thing that every importer wants. */
import type { Fix } from '../../../shared/findings.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import type { Project } from '../../../shared/project.ts';
import { checkSentences } from '../../../shared/words/en/check.ts';
import { type Checking, wholeStory } from './checking.ts';

/** [Exports, G17] A start on a board that is left out is none. */
export function checkStart(checking: Checking): void {
  const { project, boards } = checking;
  const start = project.root.startingElement;
  if (start === null || !project.find('element', start))
    checking.refuse('missing-start', wholeStory, checkSentences.noStart, {
      fix: firstElement(checking),
    });
  else if (!boards.holds(start)) checking.refuse('missing-start', wholeStory, checkSentences.startLeftOut);
}

/** The first element of the first board that has any, in the order of the tree. */
function firstElement(checking: Checking): Fix | undefined {
  const { project } = checking;
  const id = project.list(firstBoard(project, project.root.roots.board) ?? '', 'elements')[0];
  const element = id === undefined ? undefined : project.find('element', id);
  return (
    element && {
      label: checkSentences.fixes.start(checking.element(element)),
      command: { do: 'change', kind: 'project', id: PROJECT, fields: { startingElement: element.id } },
    }
  );
}

function firstBoard(project: Project, folder: string): string | undefined {
  for (const id of project.list(folder, 'boards')) {
    const found = project.list(id, 'elements').length > 0 ? id : firstBoard(project, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
