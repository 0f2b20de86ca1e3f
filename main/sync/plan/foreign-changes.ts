/** Whether a read of the remote contains a change that cannot come from our own writes. Pure. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { hasSameContent, isReadOnly } from './field-paths.ts';

/**
 * Comments are not considered, because versions need not count them. Neither are the records that we have written, because the remote may
 * have stored them in another form.
 */
export function hasForeignChanges(before: Project, read: Project, writtenIds: ReadonlySet<string>): boolean {
  const counts = (record: AnyRecord) => !isReadOnly(record) && !writtenIds.has(record.id);
  for (const record of read.records()) {
    const known = before.get(record.id);
    if (counts(record) && (!known || !hasSameContent(known, record))) return true;
  }
  return [...before.records()].some((record) => counts(record) && !read.has(record.id));
}
