/** The local project, with the part of the engine that sync uses. */

import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import type { Command, CommandOrigin, CommandResult, ReplaceRecordsCommand, SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { Engine } from '../../engine/engine.ts';

export interface LocalProject {
  readonly project: Project;
  readonly version: number;
  /**
   * Throws a Problem that names faulty records as `<id>.<field>`. If the command changes neither records nor ids, the extra rows are not
   * written.
   */
  apply(command: ReplaceRecordsCommand, extraRows: readonly KeyValueWrites[]): { readonly versionTime: unknown };
  /** The same in slices. If the project has another version when they can begin, nothing is written. `onCommitted` is called in the turn of the commit. */
  applyInSlices(
    command: ReplaceRecordsCommand,
    extraRows: readonly KeyValueWrites[],
    onCommitted: (reply: { readonly versionTime: unknown }) => void,
  ): Promise<void>;
  /** Executes a command of the user, who can undo it. Throws a Problem. The same applies to the extra rows. */
  execute(command: Command, extraRows: readonly KeyValueWrites[]): { readonly versionTime: unknown };
  /** What `execute` would change in a copy of the project. Throws what it would throw. */
  dryRun(command: SingleCommand, copy: Project): ChangeSet;
  /** The earlier states of a record, newest first, as far as the journal contains them. */
  earlierVersions(id: string): readonly AnyRecord[];
}

/** The part of the engine that sync uses. */
export interface SyncEngine {
  listProjects(): readonly { readonly hash: string }[];
  /** Undefined if there is no such project. */
  findProjectName(hash: string): string | undefined;
  /** Opens a project in short slices, so that `getProject` need not open it in a single turn of the event loop. */
  openProject(hash: string): Promise<void>;
  getProject(hash: string): Project;
  getVersion(hash: string): { readonly version: number };
  /** Newest first. `record` is null for a version in which it did not exist. */
  listRecordVersions(hash: string, id: string): readonly { readonly record: AnyRecord | null }[];
  /** Whether records of a project are missing or may be wrong. Such a project is not synced. */
  readonly damage: { isOpen(hash: string): boolean };
  /** In slices. `extraRows` are those of the last transaction: if it throws, nothing is created. The project is open afterwards. Rejects with a Problem that names faulty records as `<kinds>.<id>.<field>`. */
  createProject(records: readonly AnyRecord[], extraRows: () => readonly KeyValueWrites[], hash: string): Promise<void>;
  /** What executing the command would change in the project, or in a copy of it. Throws what executing it would throw. */
  dryRun(hash: string, command: SingleCommand, origin: CommandOrigin, copy?: Project): ChangeSet;
  execute(hash: string, command: Command, origin: CommandOrigin, extraRows?: readonly KeyValueWrites[]): CommandResult;
  readonly inSlices: Pick<Engine['inSlices'], 'executeAt'>;
  completeWrites(hash: string): void;
  onEvent(listener: (event: BackendEvent) => void): () => void;
  openKeyValueStore(name: string): KeyValueStore;
  /** Writes rows of several stores in one transaction. */
  writeRows(rows: readonly KeyValueWrites[]): void;
}
