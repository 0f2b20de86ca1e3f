/** The local project, with the part of the engine that sync uses. */

import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueStore, KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { Command, CommandOrigin, CommandResult, ReplaceRecordsCommand, SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';

export interface LocalProject {
  readonly project: Project;
  readonly version: number;
  /**
   * Throws a Problem that names faulty records as `<id>.<field>`. If the command changes neither records nor ids, the extra rows are not
   * written.
   */
  apply(command: ReplaceRecordsCommand, extraRows: readonly KeyValueWrites[]): { readonly versionTime: unknown };
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
  /** Whether records of a project are missing or may be wrong. Such a project is not synced. */
  readonly damage: { isOpen(hash: string): boolean };
  /** Throws a Problem that names faulty records as `<kinds>.<id>.<field>`. */
  createProject(records: readonly AnyRecord[], extraRows: readonly KeyValueWrites[], hash: string): void;
  /** Throws what executing the command would throw, without changing anything. */
  dryRun(hash: string, command: SingleCommand, origin: CommandOrigin): void;
  execute(hash: string, command: Command, origin: CommandOrigin, extraRows?: readonly KeyValueWrites[]): CommandResult;
  onEvent(listener: (event: BackendEvent) => void): () => void;
  openKeyValueStore(name: string): KeyValueStore;
  /** Writes rows of several stores in one transaction. */
  writeRows(rows: readonly KeyValueWrites[]): void;
}
