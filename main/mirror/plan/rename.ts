/** Renaming on a copy, for plans: nothing that is planned with is touched. */
import { type AnyRecord, kindNamed } from '../../../shared/kinds/all.ts';
import { Project } from '../../../shared/project.ts';
import { type Renaming, touchedBy } from '../../../shared/renaming.ts';

export function renamedProject(project: Project, renaming: Renaming): Project {
  const { put, gone } = touchedBy(project, renaming);
  const left = new Map([...project.records()].map((record) => [record.id, record]));
  for (const id of gone) left.delete(id);
  for (const record of put) left.set(record.id, record);
  return new Project(left.values());
}

/** The names that only this record may have. */
export const uniqueKeys = (record: AnyRecord): readonly string[] =>
  kindNamed(record.kind)
    .unique(record)
    .map(({ key }) => key);
