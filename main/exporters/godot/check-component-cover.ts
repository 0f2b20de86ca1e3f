import { message } from '../../../shared/messages/message.ts';
import type { RecordCheck } from '../checks/check-context.ts';

/** [Exports] Godot's importer throws on a cover without an id, so an icon is left out. */
export const checkComponentCover: RecordCheck = (checking, { kind, id }) => {
  const component = kind === 'component' ? checking.project.find('component', id) : undefined;
  if (component?.cover?.type !== 'icon') return;
  checking.warn('icon-cover', component, message('exporter.godot.iconCover', { component: checking.componentName(component) }));
};
