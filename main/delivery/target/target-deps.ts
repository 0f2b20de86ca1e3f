/** The dependencies of every target. */
import type { ExporterId, FoundPlugin } from '../../../shared/contracts/exporters.ts';
import type { BackendEvent } from '../../../shared/contracts/ipc/events.ts';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import type { TargetSettings } from '../../../shared/contracts/targets.ts';
import type { WorkMode } from '../../../shared/contracts/work-mode.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { Command, CommandResult, SingleCommand } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { KeptLayout } from '../../exporters/exporter.ts';
import type { CrashGuard } from '../../platform/crash-guard.ts';
import type { Disk } from '../../platform/disk.ts';
import type { Timer } from '../../platform/timer.ts';
import type { RenderedStory } from '../folder/target-file.ts';
import type { StoryVariantRecognizer } from '../history/story-variants.ts';
import type { TextArchive } from '../history/text-archive.ts';

/** Renders a story for a game project, in which `foundPlugin` was found. */
export type RenderTarget = (
  hash: string,
  engine: ExporterId,
  settings: TargetSettings,
  foundPlugin: FoundPlugin | null,
  /** The layout of items in the exported files, if it is not that of the story. */
  keptLayout?: KeptLayout | null,
) => RenderedStory | Promise<RenderedStory>;

export interface TargetDeps {
  readonly store: KeyValueStore;
  readonly environment: Environment;
  readonly disk: Disk;
  readonly timer: Timer;
  /** Stores the texts of earlier exports. */
  readonly archive: TextArchive;
  /** `onRequest`: exports are only made on request, and nothing is watched. */
  readonly mode: WorkMode;
  readonly render: RenderTarget;
  /** Without it, only exports of the target itself are recognized as such. */
  readonly isStoryVariant?: StoryVariantRecognizer | undefined;
  /** The address of the REST service on this computer, with a slash at its end. */
  readonly apiAddress: () => string;
  /** The version of the story that an export would contain. Without it, each run renders the export. */
  readonly versionOf?: ((hash: string) => number) | undefined;
  /** The path of a stored file of a project; undefined if it is missing. */
  readonly locate: (hash: string, file: string) => string | undefined;
  /** Whether a target other than this one writes the file at this absolute path. */
  readonly isClaimedByOther: (id: string, path: string) => boolean;
  /** The story of a project, for edits. Throws a 404. */
  readonly openStory: (hash: string) => EditableStory | Promise<EditableStory>;
  /** Deliveries run in it. */
  readonly crashGuard: CrashGuard;
  readonly log: (line: string) => void;
  readonly emit: (event: BackendEvent) => void;
}

/** The story of a target with the commands to edit it. */
export interface EditableStory {
  readonly project: Project;
  readonly version: number;
  /** Throws what `execute` would throw, without changing anything. */
  dryRun(command: SingleCommand): void;
  /** Executes a command that follows from one version of the story. Resolves to null, and changes nothing, if it has another one. */
  executeAt(version: number, command: Command): Promise<CommandResult | null>;
}
