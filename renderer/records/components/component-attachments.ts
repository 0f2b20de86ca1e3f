/** Attaches components that were dropped on an element. Pure, apart from the MIME type of the drag. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

/** The MIME type of a drag that contains the id of a component. */
export const componentMimeType = 'application/x-taleport-component';

/** One attachment for each component that the element does not have yet. Folders are skipped. `at` is the position of the first. */
export function attachComponentCommands(project: Project, elementId: string, ids: readonly string[], at?: number): SingleCommand[] {
  const carried = new Set(project.children('componentAttachment', elementId, 'components').map(({ componentId }) => componentId));
  const fresh = [...new Set(ids)].filter((id) => project.find('component', id)?.type === 'component' && !carried.has(id));
  return fresh.map((componentId, index) => ({
    do: 'create',
    kind: 'componentAttachment',
    fields: { elementId, componentId },
    ...(at === undefined ? {} : { at: at + index }),
  }));
}
