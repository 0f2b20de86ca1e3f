/** The text of the toast after records were deleted. */

import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { findFrame } from '../board/items.ts';
import { recordName } from './record-names.ts';

/** One record is named, several are counted. To be called before they are deleted. */
export function deletionLabel(project: Project, ids: readonly string[]): string {
  const [first = ''] = ids;
  if (ids.length !== 1) return t('common.deleted.several', { count: ids.length });
  if (findFrame(project, first)) return t('common.deleted.frame');
  const name = project.find('attribute', first)?.name ?? recordName(project, first);
  return name === '' ? t('common.deleted.several', { count: 1 }) : t('common.deleted.named', { name });
}
