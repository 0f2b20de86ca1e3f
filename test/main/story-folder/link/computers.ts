/** Computers with Taleport and a clone each: an engine in memory, with story folders that are read and written when a test says so. */
import { expect } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import type { StoryFolderService } from '../../../../main/story-folder/link/folder-service.ts';
import type { BackendEvent } from '../../../../shared/contracts/ipc/events.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { openStoryFolders } from './open-story-folders.ts';

type ComputerOptions = Pick<Parameters<typeof openStoryFolders>[2], 'mode' | 'disk' | 'timer' | 'beforePut' | 'beforeStore'>;

export class Computer {
  readonly #environment;
  readonly events: BackendEvent[] = [];
  readonly engine;
  folders: StoryFolderService;
  hash = '';
  /** Whether its project is synced with a workspace. */
  isSynced = false;
  /** Whether failures that only the log tells of are expected. */
  mayLog = false;
  /** What was logged, if it may be. */
  readonly logged: string[] = [];

  readonly #options: ComputerOptions;

  /** `options`: of its story folders. */
  constructor(seed: number, dataFolder: string | null = null, options: ComputerOptions = {}) {
    this.#options = options;
    this.#environment = createTestEnvironment(seed);
    this.engine = openEngine(dataFolder, this.#environment);
    this.folders = this.#openFolders();
  }

  #openFolders(): StoryFolderService {
    this.#stopListening?.();
    const { folders, stopListening } = openStoryFolders(this.engine, this.#environment, {
      log: (line) => void (this.mayLog ? this.logged.push(line) : expect.fail(line)),
      emit: (event) => void this.events.push(event),
      isSynced: () => this.isSynced,
      ...this.#options,
    });
    this.#stopListening = stopListening;
    return folders;
  }
  #stopListening: (() => void) | undefined;

  /** As after a new start of the program. */
  async restart(): Promise<void> {
    await this.folders.close();
    this.folders = this.#openFolders();
  }

  get story(): Project {
    return this.engine.getProject(this.hash);
  }

  /** All records, for comparison. */
  get records(): Map<string, AnyRecord> {
    return new Map([...this.story.records()].map((record) => [record.id, record]));
  }

  send(command: Command): void {
    this.engine.execute(this.hash, command, 'user');
  }

  change(id: string, fields: Readonly<Record<string, unknown>>): void {
    const kind = this.story.get(id)?.kind ?? expect.fail(id);
    // The engine validates the fields.
    this.send({ do: 'change', kind, id, fields } as Command);
  }

  async link(project: Project, folder: string, settings = {}) {
    this.hash = this.engine.createProject([...project.records()]).hash;
    return this.folders.link({ hash: this.hash, folder, settings });
  }

  async open(folder: string) {
    const opened = await this.folders.open({ folder });
    this.hash = opened.hash;
    return opened;
  }

  async sync(request: { acceptRemovals?: boolean; takeOver?: boolean } = {}) {
    const [status] = await this.folders.sync({ hash: this.hash, ...request });
    return status ?? expect.fail();
  }

  async close(): Promise<void> {
    this.#stopListening?.();
    await this.folders.close();
    await this.engine.close();
  }
}
