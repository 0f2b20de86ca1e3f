/** Components that are dropped on an element join what it carries. Pure but for the name of the drag. */
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';

/** What a dragged component carries its id under. */
export const COMPONENT_MIME_TYPE = 'application/x-taleport-component';

/** One attachment for each component that the element does not carry yet; folders are left out. `at` is where the first comes to stand. */
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
