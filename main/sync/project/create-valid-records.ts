/** Creates a project from the records of a first read. Only invalid records are left out, together with those that depend on them (I20). */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { Problem } from '../../../shared/problem.ts';
import { cascadeIds } from '../plan/merge-removals.ts';

/** The maximum number of attempts, because leaving records out may make others invalid. */
const maxAttempts = 20;

type Completeness = 'all' | 'withoutInvalidRecords';

/** Returns whether all records were created. Throws the Problem of `create` if leaving records out does not help. */
export function createValidRecords(
  records: readonly AnyRecord[],
  create: (valid: readonly AnyRecord[], completeness: Completeness) => void,
): boolean {
  let valid = [...records];
  for (let attempt = 0; ; attempt++) {
    const isAll = valid.length === records.length;
    try {
      create(valid, isAll ? 'all' : 'withoutInvalidRecords');
      return isAll;
    } catch (error) {
      const invalid = attempt < maxAttempts ? invalidIdsIn(error, valid) : [];
      if (invalid.length === 0) throw error;
      const project = new Project(valid);
      const excluded = new Set(invalid.flatMap((id) => [...cascadeIds(id, project)]));
      valid = valid.filter(({ id }) => !excluded.has(id));
    }
  }
}

/** The paths of faults begin with the plural of the kind and the id. The project itself cannot be left out. */
function invalidIdsIn(error: unknown, records: readonly AnyRecord[]): string[] {
  if (!(error instanceof Problem)) return [];
  const ids = new Set(records.map(({ id }) => id));
  return error.faults.flatMap(({ path }) => {
    const [, id = ''] = path.split('.');
    return ids.has(id) && id !== projectRecordId ? [id] : [];
  });
}
