/** What every target gets from outside. */
import type { ExportFormat } from '../../shared/findings.ts';
import type { Event } from '../../shared/ipc/events.ts';
import type { Shelf } from '../../shared/shelf.ts';
import type { TargetSettings } from '../../shared/targets.ts';
import type { World } from '../../shared/world.ts';
import type { Archive } from './archive.ts';
import type { Disk } from './disk.ts';
import type { Rendered } from './files.ts';
import type { Timer } from './schedule.ts';

export interface TargetDeps {
  readonly shelf: Shelf;
  readonly world: World;
  readonly disk: Disk;
  readonly timer: Timer;
  /** Texts of past exports. */
  readonly archive: Archive;
  /** Nothing is watched or written by itself. */
  readonly still: boolean;
  readonly render: (hash: string, engine: ExportFormat, settings: TargetSettings) => Rendered | Promise<Rendered>;
  /** The version that an export of the story would hold now. Where nobody knows, each round asks for the export. */
  readonly versionOf?: ((hash: string) => number) | undefined;
  /** Where the bytes of a project's stored file lie; undefined where they are gone. */
  readonly locate: (hash: string, file: string) => string | undefined;
  /** Whether a target other than this one writes the file at this absolute path. */
  readonly claimed: (id: string, path: string) => boolean;
  readonly log: (line: string) => void;
  readonly tell: (event: Event) => void;
}
