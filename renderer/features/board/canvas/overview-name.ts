/** The name of an item or connection in the overview. */
import type { Project } from '../../../../shared/model/project.ts';
import { t } from '../../../messages/translate.ts';
import { recordName } from '../../../records/names/record-names.ts';

/** A branch has the start of its first condition. */
export function overviewName(project: Project, id: string, locale: string | null): string {
  const name = recordName(project, id, locale);
  return name !== '' && project.find('branch', id) ? `${t('board.roles.if')} ${name}` : name;
}
