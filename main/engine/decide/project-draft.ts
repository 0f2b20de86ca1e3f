/** A project with uncommitted changes: the records that a command adds, changes and removes, on top of a project that remains unchanged. */

import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import type { Environment } from '../../../shared/environment.ts';
import { type Change, type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, isOfKind, type KindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { notFoundProblem } from '../../../shared/problem.ts';
import type { ValidationErrors } from './validate-draft.ts';

export class ProjectDraft {
  readonly project: Project;
  /** By id; null for a removed record. */
  readonly #records = new Map<string, AnyRecord | null>();

  constructor(project: Project) {
    this.project = project;
  }

  /** The record with its changes; undefined if it does not exist or is removed. */
  get(id: string): AnyRecord | undefined {
    const drafted = this.#records.get(id);
    return drafted === undefined ? this.project.get(id) : (drafted ?? undefined);
  }

  find<K extends KindName>(kind: K, id: string): StoryRecord<K> | undefined {
    const record = this.get(id);
    return record && isOfKind(record, kind) ? record : undefined;
  }

  /** Throws a 404 with the kind and id. */
  getOrThrow<K extends KindName>(kind: K, id: string): StoryRecord<K> {
    const record = this.find(kind, id);
    if (!record) throw notFoundProblem(kindNoun(kind), id);
    return record;
  }

  /** Like `getOrThrow`, for code that handles all kinds in the same way. */
  getRecordOrThrow(kind: KindName, id: string): AnyRecord {
    const record = this.get(id);
    if (record?.kind !== kind) throw notFoundProblem(kindNoun(kind), id);
    return record;
  }

  /** The root folder of the tree that contains the records of a kind; null for kinds without a tree. */
  rootIdOf(kind: KindName): string | null {
    const { roots } = this.getOrThrow('project', projectRecordId);
    return kind === 'board' || kind === 'component' || kind === 'asset' ? roots[kind] : null;
  }

  put(record: AnyRecord): void {
    this.#records.set(record.id, record);
  }

  remove(id: string): void {
    this.#records.set(id, null);
  }

  isRemoved(id: string): boolean {
    return this.#records.get(id) === null;
  }

  /** The written records, including those that equal the ones in the project. */
  *writtenRecords(): Generator<AnyRecord> {
    for (const record of this.#records.values()) if (record) yield record;
  }

  *removedIds(): Generator<string> {
    for (const [id, record] of this.#records) if (record === null) yield id;
  }

  /** The effective changes, without records that equal the ones in the project. */
  toChangeSet(): ChangeSet {
    const changes: Change[] = [];
    for (const [id, after] of this.#records) {
      const before = this.project.get(id);
      if (after && before) {
        if (!jsonEquals(before, after)) changes.push({ before, after });
      } else if (after) changes.push({ after });
      else if (before) changes.push({ before });
    }
    return changes;
  }
}

/** Fields of a command or a record, by name. */
export type Fields = Record<string, unknown>;

/** The inputs and intermediate results of deciding a command. */
export interface DecisionContext {
  /** The project with the changes of the command so far. */
  readonly draft: ProjectDraft;
  readonly environment: Environment;
  readonly origin: CommandOrigin;
  /** Finds a stored file of this project. */
  readonly findStoredFile: (file: string) => StoredFile | undefined;
  /** All errors found so far, which are thrown together at the end. */
  readonly errors: ValidationErrors;
}
