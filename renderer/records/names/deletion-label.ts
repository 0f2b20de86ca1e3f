/** The text of the toast after records were deleted. */

import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from './record-names.ts';

/** One record is named, several are counted. To be called before they are deleted. */
export function deletionLabel(project: Project, ids: readonly string[]): string {
  const [first = ''] = ids;
  const name = ids.length === 1 ? (project.find('attribute', first)?.name ?? recordName(project, first)) : '';
  return name === '' ? t('removeItems.done', { count: ids.length }) : t('removeItems.doneNamed', { name });
}
