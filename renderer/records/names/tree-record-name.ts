/** The names of boards, components and assets. They are plain text: the first load shows them without the parser of rich text. */

import { mainLocaleOf } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { selectionStore } from '../../state/selection.ts';
import { projectLocales } from './story-languages.ts';

/** The name in the language `chosen`, or by default in the shown one; undefined if the record is in none of the trees. */
export function treeRecordName(project: Project, id: string, chosen = selectionStore.getState().locale): string | undefined {
  const component = project.find('component', id);
  if (!component) return (project.find('board', id) ?? project.find('asset', id))?.name;
  const locales = projectLocales(project);
  return resolveLocalizedText(component.name, chosen ?? mainLocaleOf(locales), locales).html ?? '';
}
