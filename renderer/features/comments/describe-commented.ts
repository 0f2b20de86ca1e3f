/** The description of the record that a local comment is about. */
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { describeRecord } from '../../records/names/describe-record.ts';

/** As `describeRecord`, but names an attribute itself: a component may have comments of its own and of several attributes. */
export function describeCommented(project: Project, id: string): string {
  const attribute = project.find('attribute', id);
  if (!attribute) return describeRecord(project, id);
  return t('comments.local.onAttribute', { name: attribute.name ?? '', owner: describeRecord(project, attribute.cId) });
}
