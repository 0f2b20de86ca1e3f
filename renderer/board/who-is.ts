/** What a record is called in a sentence that does not stand beside it: its kind and its name. */
import type { Project } from '../../shared/project.ts';
import { nameOf } from './use-words.ts';

const titles: Readonly<Record<string, string>> = {
  element: 'Element',
  component: 'Component',
  board: 'Board',
  note: 'Note',
  branch: 'Branch',
  jumper: 'Jumper',
  comment: 'Comment',
};

/** `Element “The door”`, `Component without a name`; what belongs to a record is called by that one. */
export function whoIs(project: Project, id: string): string {
  const connection = project.find('connection', id);
  if (connection) return `Connection from ${quoted(nameOf(project, sourceOf(project, connection.sourceid)))}`;
  const condition = project.find('condition', id);
  if (condition) return whoIs(project, condition.branchId);
  const attribute = project.find('attribute', id);
  if (attribute) return whoIs(project, attribute.cId);
  return `${titles[project.at(id)?.kind ?? ''] ?? 'The project'} ${quoted(nameOf(project, id))}`;
}

const quoted = (name: string): string => (name === '' ? 'without a name' : `“${name}”`);
const sourceOf = (project: Project, id: string): string => project.find('condition', id)?.branchId ?? id;
