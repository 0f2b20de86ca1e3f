/**
 * Which records differ between two projects. All records are compared once, and after that only those that have changed, so that what follows
 * from the differences does not take longer the larger a project is.
 */
import { appendAll } from '../../../shared/lists.ts';
import { type Change, changedRecordId } from '../../../shared/model/change-set.ts';
import type { Project } from '../../../shared/model/project.ts';
import { isEqualRecord } from './field-paths.ts';

/** Whether one side lacks the record, or has it with another content or at another place. */
const isDiffering = (id: string, one: Project, two: Project): boolean => {
  const [record, other] = [one.get(id), two.get(id)];
  return record === undefined || other === undefined ? record !== other : !isEqualRecord(record, other);
};

export function differingIds(one: Project, two: Project): Set<string> {
  const ids = new Set<string>();
  for (const { id } of one.records()) if (isDiffering(id, one, two)) ids.add(id);
  for (const { id } of two.records()) if (!one.has(id)) ids.add(id);
  return ids;
}

interface ComparedProject {
  readonly project: Project;
  /** The number of changes of the project that have been compared. */
  readonly count: number;
}

const asCompared = (project: Project): ComparedProject => ({ project, count: project.recentChanges.count });

/** Keeps the differences between a project and another one. Other projects than before are compared as a whole. */
export class DifferingRecords {
  #compared: readonly [ComparedProject, ComparedProject] | undefined;
  #ids = new Set<string>();

  /** The ids of the records that differ now. Valid until the next call. */
  between(one: Project, two: Project): ReadonlySet<string> {
    const changes = this.#changesSince(one, two);
    if (!changes) this.#ids = differingIds(one, two);
    for (const change of changes ?? []) {
      const id = changedRecordId(change);
      if (isDiffering(id, one, two)) this.#ids.add(id);
      else this.#ids.delete(id);
    }
    this.#compared = [asCompared(one), asCompared(two)];
    return this.#ids;
  }

  /** The changes of both since the last comparison; undefined if they are not known. */
  #changesSince(...projects: readonly [Project, Project]): readonly Change[] | undefined {
    const changes: Change[] = [];
    for (const [at, project] of projects.entries()) {
      const compared = this.#compared?.[at];
      const since = compared?.project === project ? project.recentChanges.since(compared.count) : undefined;
      if (!since) return undefined;
      appendAll(changes, since);
    }
    return changes;
  }
}
