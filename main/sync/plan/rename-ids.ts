/** Renames ids in a copy, because plans must not change their input. */

import { applyIdMapping, type IdMapping } from '../../../shared/model/id-mapping.ts';
import { type AnyRecord, getKind } from '../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../shared/model/project.ts';

export function withRenamedIds(project: Project, renaming: IdMapping): Project {
  const { put, removedIds } = applyIdMapping(project, renaming);
  const records = new Map([...project.records()].map((record) => [record.id, record]));
  for (const id of removedIds) records.delete(id);
  for (const record of put) records.set(record.id, record);
  return new Project(records.values());
}

/** The unique names of the record, which no other record may have. */
export const uniqueKeysOf = (record: AnyRecord): readonly string[] =>
  getKind(record.kind)
    .uniqueKeys(record)
    .map(({ key }) => key);
