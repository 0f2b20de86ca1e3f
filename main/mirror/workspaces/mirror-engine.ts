/** The engine as the mirror of a workspace works with it. */
import type { Command, Origin, Reply, SingleCommand } from '../../../shared/commands.ts';
import type { Event } from '../../../shared/ipc/events.ts';
import type { AnyRecord } from '../../../shared/kinds/all.ts';
import type { Project } from '../../../shared/project.ts';
import type { Shelf, ShelfWrites } from '../../../shared/shelf.ts';

export interface MirrorEngine {
  projects(): readonly { readonly hash: string; readonly name: string }[];
  project(hash: string): Project;
  versionOf(hash: string): { readonly version: number };
  /** Throws a Problem that names faulty records by `<kinds>.<id>.<field>`. */
  create(records: readonly AnyRecord[], beside: readonly ShelfWrites[], hash: string): void;
  /** Throws what sending this would throw, and changes nothing. */
  consider(hash: string, command: SingleCommand, origin: Origin): void;
  send(hash: string, command: Command, origin: Origin, beside?: readonly ShelfWrites[]): Reply;
  onEvent(listener: (event: Event) => void): () => void;
  shelf(name: string): Shelf;
  /** Rows of several shelves in one transaction. */
  lay(rows: readonly ShelfWrites[]): void;
}
