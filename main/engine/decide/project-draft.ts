/**
 * A project with uncommitted changes: the records that a command adds, changes and removes, on top of a project that remains unchanged; and the
 * errors that are found in them.
 */

import type { StoredFile } from '../../../shared/contracts/stored-file.ts';
import type { Environment } from '../../../shared/environment.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Change, type ChangeSet, jsonEquals } from '../../../shared/model/change-set.ts';
import type { CommandOrigin } from '../../../shared/model/commands.ts';
import { fieldLabel, kindNoun } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, isOfKind, type KindName, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import {
  type FieldErrors,
  invalidFieldsProblem,
  notFoundProblem,
  Problem,
  type StateFault,
  toStateProblem,
} from '../../../shared/problem.ts';

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

  get projectRecord(): StoryRecord<'project'> {
    return this.getOrThrow('project', projectRecordId);
  }

  /** Whether a record is the root of a tree; no record is one in a story without a project record. */
  isRoot(id: string): boolean {
    const roots = this.find('project', projectRecordId)?.roots ?? {};
    return Object.values(roots).some((root) => root === id);
  }

  /** The root folder of the tree that contains the records of a kind; null for kinds without a tree. */
  rootIdOf(kind: KindName): string | null {
    const { roots } = this.projectRecord;
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

/** The first step of the path of an error. */
const topLevelField = (path: string): string => path.split('.', 1)[0] ?? path;

/**
 * Collects all errors of a command or of whole records before any is reported. Invalid fields (400) take precedence over
 * conflicts with the state of the project (404, 409): G3.
 */
export class ValidationErrors {
  readonly #invalid = new Map<string, Message>();
  readonly #states = new Map<string, StateFault>();
  /** The first steps of the paths of invalid fields. */
  readonly #invalidFields = new Set<string>();

  get count(): number {
    return this.#invalid.size + this.#states.size;
  }

  get hasInvalidFields(): boolean {
    return this.#invalid.size > 0;
  }

  /** The first error, as a sentence. */
  get firstSentence(): Message | undefined {
    const [invalid] = this.#invalid;
    if (invalid) return message('fault.ofField', { field: fieldLabel(invalid[0]), fault: invalid[1] });
    const [state] = this.#states.values();
    return state?.text;
  }

  /** Adds an invalid field. Only the first error of each path is retained. `field` is the first step of a path that has other dots than those between steps. */
  addInvalidField(path: string, fault: Message, field = topLevelField(path)): void {
    if (!this.#invalid.has(path)) this.#invalid.set(path, fault);
    this.#invalidFields.add(field);
  }

  /** Adds a valid field that conflicts with the current project: a 404 or 409. */
  addState(path: string, fault: StateFault): void {
    if (!this.#states.has(path)) this.#states.set(path, fault);
  }

  /** Adds all of the others with a prefix before their paths, except those in the fields `known`. */
  addAll(others: ValidationErrors, prefix: string, known: ReadonlySet<string>): void {
    for (const [path, fault] of others.#invalid) if (!known.has(topLevelField(path))) this.addInvalidField(prefix + path, fault);
    for (const [path, fault] of others.#states) if (!known.has(topLevelField(path))) this.addState(prefix + path, fault);
  }

  /** The fields that are invalid at the moment, or anything inside them. */
  listInvalidFields(): ReadonlySet<string> {
    return new Set(this.#invalidFields);
  }

  /** Whether the field or anything inside it is invalid. */
  has(field: string): boolean {
    return this.#invalidFields.has(field);
  }

  /** Whether exactly this path has an error. */
  hasAt(path: string): boolean {
    return this.#invalid.has(path) || this.#states.has(path);
  }

  /** Throws one Problem with all invalid fields; if there are none, throws the first of the other errors, if any. */
  throwIfAny(): void {
    if (this.hasInvalidFields) throw invalidFieldsProblem(Object.fromEntries(this.#invalid));
    const [state] = this.#states.values();
    if (state) throw toStateProblem(state, state.code === 'unknownLocale' ? this.#stateErrors(({ code }) => code === state.code) : {});
  }

  /** For whole records: throws one Problem with all errors by path, whatever their statuses. */
  throwCombined(): void {
    if (this.count === 0) return;
    const errors = { ...Object.fromEntries(this.#invalid), ...this.#stateErrors(() => true) };
    const [[path, fault] = ['', message('problem.invalidRequest')]] = Object.entries(errors);
    const text = message('problem.import.recordFaults', { count: this.count, path, fault });
    throw new Problem(this.#states.size > 0 ? 'importIntegrity' : 'invalid', text, { errors });
  }

  #stateErrors(isIncluded: (fault: StateFault) => boolean): FieldErrors {
    const included = [...this.#states].filter(([, fault]) => isIncluded(fault));
    return Object.fromEntries(included.map(([path, fault]) => [path, fault.text]));
  }
}
