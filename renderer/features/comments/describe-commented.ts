/** The description of the record that a local comment is about. */
import { kindLabel, kindNoun } from '../../../shared/model/kind-messages.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { type DescriptionForm, describeRecord } from '../../records/names/describe-record.ts';

/** As `describeRecord`, but names an attribute itself: a component may have comments of its own and of several attributes. */
export function describeCommented(project: Project, id: string, form: DescriptionForm = 'standalone'): string {
  const attribute = project.find('attribute', id);
  if (!attribute) return describeRecord(project, id, form);
  return t('find.ofOwner', {
    kind: t(form === 'standalone' ? kindLabel('attribute') : kindNoun('attribute')),
    name: t('common.quoted', { name: attribute.name ?? '' }),
    owner: describeRecord(project, attribute.cId, 'inSentence'),
  });
}
