/** What a record was called that is no longer there. */
import type { AnyRecord } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { Project } from '../../shared/project.ts';
import { nameOf } from '../state/use-words.ts';
import { historyWords } from '../words/en/history.ts';
import { readable } from './readable.ts';
import { nameOfAny } from './value-words.ts';

/** Its own words, else what it belonged to or led to; never empty. */
export function nameOfGone(project: Project, record: AnyRecord): string {
  const root = project.at(PROJECT);
  const alone = new Project(root ? [root, record] : [record]);
  const own = nameOf(alone, record.id) || textOf(record.name) || textOf(record.text) || textOf(record.script);
  if (own !== '') return own;
  const other = ['elementId', 'componentId', 'assetId', 'branchId', 'cId', 'targetid', 'sourceid']
    .map((field) => record[field])
    .find((id): id is string => typeof id === 'string' && project.has(id));
  return other === undefined ? historyWords.withoutName : historyWords.belongsTo(nameOfAny(project, other));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? (readable(value).split('\n')[0] ?? '') : '');
