/** What a record is called in a sentence that does not stand beside it: its kind and its name. */
import type { Project } from '../../shared/project.ts';
import { boardWords } from '../words/en/board.ts';
import { nameOf } from './use-words.ts';

const titles: Readonly<Record<string, string>> = {
  element: boardWords.element,
  component: boardWords.component,
  board: boardWords.board,
  note: boardWords.note,
  branch: boardWords.branch,
  jumper: boardWords.jumper,
  comment: boardWords.comment,
};

/** `Element “The door”`, `Component without a name`; what belongs to a record is called by that one. */
export function whoIs(project: Project, id: string): string {
  const connection = project.find('connection', id);
  if (connection) return boardWords.connectionFrom(quoted(nameOf(project, sourceOf(project, connection.sourceid))));
  const condition = project.find('condition', id);
  if (condition) return whoIs(project, condition.branchId);
  const attribute = project.find('attribute', id);
  if (attribute) return whoIs(project, attribute.cId);
  const record = project.at(id);
  const title = record?.type === 'folder' ? boardWords.folder : titles[record?.kind ?? ''];
  return title === undefined ? boardWords.theProject : `${title} ${quoted(nameOf(project, id))}`;
}

const quoted = (name: string): string => (name === '' ? boardWords.withoutAName : `“${name}”`);
const sourceOf = (project: Project, id: string): string => project.find('condition', id)?.branchId ?? id;
