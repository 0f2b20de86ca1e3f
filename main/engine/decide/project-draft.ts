/** A project as it would become: what a command puts and removes, laid over the project without touching it. */
import { type Change, type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import { type AnyRecord, getKind, type KindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { notFoundProblem } from '../../../shared/problem.ts';

export class ProjectDraft {
  readonly project: Project;
  readonly #put = new Map<string, AnyRecord | null>();

  constructor(project: Project) {
    this.project = project;
  }

  /** The record as it would be; undefined when it is not there or would be removed. */
  get(id: string): AnyRecord | undefined {
    const staged = this.#put.get(id);
    return staged === undefined ? this.project.get(id) : (staged ?? undefined);
  }

  find<K extends KindName>(kind: K, id: string): StoryRecord<K> | undefined {
    const record = this.get(id);
    return record?.kind === kind ? (record as unknown as StoryRecord<K>) : undefined;
  }

  /** Throws a 404 that names the kind and id. */
  getOrThrow<K extends KindName>(kind: K, id: string): StoryRecord<K> {
    const record = this.find(kind, id);
    if (!record) throw notFoundProblem(getKind(kind).label, id);
    return record;
  }

  put(record: AnyRecord): void {
    this.#put.set(record.id, record);
  }

  remove(id: string): void {
    this.#put.set(id, null);
  }

  isRemoved(id: string): boolean {
    return this.#put.get(id) === null;
  }

  /** The records that would be new or different. */
  *writtenRecords(): Generator<AnyRecord> {
    for (const record of this.#put.values()) if (record) yield record;
  }

  *removedIds(): Generator<string> {
    for (const [id, record] of this.#put) if (record === null) yield id;
  }

  /** What would really change: a record put back as it was is no change. */
  toChangeSet(): ChangeSet {
    const changes: Change[] = [];
    for (const [id, after] of this.#put) {
      const before = this.project.get(id);
      if (after && before) {
        if (!jsonEquals(before, after)) changes.push({ before, after });
      } else if (after) changes.push({ after });
      else if (before) changes.push({ before });
    }
    return changes;
  }
}
