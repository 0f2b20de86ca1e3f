/** Renaming on a copy, for plans: nothing that is planned with is touched. */

import { applyIdMapping, type IdMapping } from '../../../shared/model/id-mapping.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';

export function withRenamedIds(project: Project, renaming: IdMapping): Project {
  const { put, removedIds } = applyIdMapping(project, renaming);
  const left = new Map([...project.records()].map((record) => [record.id, record]));
  for (const id of removedIds) left.delete(id);
  for (const record of put) left.set(record.id, record);
  return new Project(left.values());
}

/** The names that only this record may have. */
export const uniqueKeysOf = (record: AnyRecord): readonly string[] =>
  getKind(record.kind)
    .uniqueKeys(record)
    .map(({ key }) => key);
