/** What a record was called that is no longer there. */

import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { recordDisplayName } from '../../records/diff/format-value.ts';
import { toReadableText } from '../../records/diff/readable-text.ts';
import { recordName } from '../../records/names/record-names.ts';

/** Its own words, else what it belonged to or led to; never empty. */
export function removedRecordName(project: Project, record: AnyRecord): string {
  const root = project.get(PROJECT_RECORD_ID);
  const alone = new Project(root ? [root, record] : [record]);
  const own = recordName(alone, record.id) || firstLine(record.name) || firstLine(record.text) || firstLine(record.script);
  if (own !== '') return own;
  const other = ['elementId', 'componentId', 'assetId', 'branchId', 'cId', 'targetid', 'sourceid']
    .map((field) => record[field])
    .find((id): id is string => typeof id === 'string' && project.has(id));
  return other === undefined ? t('history.withoutName') : t('history.belongsTo', { name: recordDisplayName(project, other) });
}

const firstLine = (value: unknown): string => (typeof value === 'string' ? (toReadableText(value).split('\n')[0] ?? '') : '');
