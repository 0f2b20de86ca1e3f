/** The story folders of all projects: the operations for clients, and how folders follow the stories. One link is in folder-link.ts. */

import { mkdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import type { KeyValueWrites } from '../../../shared/contracts/key-value-store.ts';
import type { FolderStepResult, StoryFolder, StoryFolderSettings } from '../../../shared/contracts/story-folders.ts';
import type { ConflictResolution, ResolutionResult } from '../../../shared/contracts/sync.ts';
import { definedFields } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import type { ChangeSet } from '../../../shared/model/change-set.ts';
import { kindNoun } from '../../../shared/model/kind-messages.ts';
import { invalidFieldProblem, notFoundProblem, Problem } from '../../../shared/problem.ts';
import type { FileStore } from '../../assets/file-store.ts';
import { assertSuitableFolder, findUnusualFolder } from '../../delivery/folder/unsuitable-folders.ts';
import type { Engine } from '../../engine/engine.ts';
import { createImportedProject, prepareLargeImport } from '../../importers/create-imported-project.ts';
import { createFile } from '../../platform/atomic-file.ts';
import { assertOutsideDataFolder, withoutLinks } from '../../platform/data-folder.ts';
import { JobQueue } from '../../platform/job-queue.ts';
import type { DescribedConflict } from '../../sync/presenter/conflict-details.ts';
import type { ShownMarks } from '../../sync/presenter/conflict-mark.ts';
import { importStoryFolder } from '../import-folder.ts';
import { FolderMemory, folderReadProblem } from '../read-folder.ts';
import { attributesFile, gitAttributesFor } from '../version-control-setup.ts';
import { folderWriteProblem } from '../write-folder.ts';
import { agreementRowIds, folderStoreName } from './agreed-story.ts';
import { FolderLink, type FolderLinkDeps } from './folder-link.ts';
import { defaultFolderSettings, type LinkRow, linkKeyPrefix, linkRowSchema, newLinkRow } from './link-row.ts';

interface FolderServiceDeps extends FolderLinkDeps {
  readonly engine: Engine;
  readonly fileStore: FileStore;
  /** null if the projects are only in memory. */
  readonly dataFolder: string | null;
  /** Called before a large folder becomes a project. */
  readonly backUpBeforeImport: () => Promise<void>;
}

type Settings = CallInput<'folder.link'>['settings'];

export class StoryFolderService {
  readonly #deps: FolderServiceDeps;
  readonly #links = new Map<string, FolderLink>();
  /** One at a time, so that two projects never get the same folder. */
  readonly #changes = new JobQueue();

  constructor(deps: FolderServiceDeps) {
    this.#deps = deps;
    for (const { id, value } of deps.store.list(linkKeyPrefix)) {
      const { data, error } = linkRowSchema.safeParse(value);
      if (data) this.#links.set(data.hash, new FolderLink(deps, data));
      else deps.log(`Story folder row ${id} cannot be read: ${error.message}`);
    }
  }

  /** Opens the folders, and brings them in step. */
  start(): void {
    for (const link of this.#links.values()) link.start();
  }

  list(): StoryFolder[] {
    return [...this.#links.values()].map((link) => link.present());
  }

  /** Updates what shows of folders whose steps are only made on request. */
  async findVisibleStates(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.findVisibleState()));
  }

  isLinked(hash: string): boolean {
    return this.#links.has(hash);
  }

  link({ hash, folder, settings, force = false }: CallInput<'folder.link'>): Promise<StoryFolder & FolderStepResult> {
    return this.#changes.run(async () => {
      if (this.#links.has(hash))
        throw new Problem('conflict', message('storyFolder.problem.linked', { folder: this.#get(hash).row.folder }));
      await this.#deps.engine.openProject(hash);
      assertAbsolute(folder);
      // Nothing is created before it is known that the folder can be used.
      this.#assertUsable(withoutLinks(folder), folder, { force });
      await mkdir(folder, { recursive: true }).catch((error: unknown) => {
        throw folderWriteProblem(folder, error);
      });
      const real = await realPathOf(folder);
      // The system may store a new name in another form, and the path may lead elsewhere by now.
      this.#assertUsable(real, folder, { force });
      const row = newLinkRow(hash, folder, real, withDefaults(settings));
      this.#deps.store.put([{ id: linkKeyPrefix + hash, value: row }]);
      const link = this.#register(new FolderLink(this.#deps, row));
      let result: FolderStepResult;
      try {
        result = await link.sync();
        // A folder that contains another story, or cannot be written at all, is no place for this one.
        if (link.problem) throw link.problem;
        await addAttributes(real);
      } catch (error) {
        await this.#remove(link);
        throw error;
      }
      return this.#start(link, result);
    });
  }

  open({ folder, settings, force = false }: CallInput<'folder.open'>): Promise<StoryFolder & FolderStepResult> {
    return this.#changes.run(async () => {
      const { engine, fileStore, getUploadLimits, backUpBeforeImport, store } = this.#deps;
      assertAbsolute(folder);
      const real = await realPathOf(folder);
      const known = [...this.#links.values()].find(({ row }) => row.real === real);
      if (known) {
        await known.changeSettings(settings ?? {});
        return known.sync();
      }
      this.#assertUsable(real, folder, { force });
      const memory = new FolderMemory();
      const read = (from: string) => memory.readFirst(from);
      const story = await importStoryFolder(folder, { fileStore, limits: getUploadLimits(null), read });
      await prepareLargeImport(story.records, backUpBeforeImport);
      const { hash } = await createImportedProject({ engine, fileStore }, story, {
        extraRows: (created) => [linkRows(newLinkRow(created, folder, real, withDefaults(settings)))],
      });
      const row = linkRowSchema.parse(store.get(linkKeyPrefix + hash));
      const link = this.#register(new FolderLink(this.#deps, row, memory));
      return this.#start(link, await link.sync());
    });
  }

  change(hash: string, settings: { [K in keyof StoryFolderSettings]?: StoryFolderSettings[K] | undefined }): Promise<StoryFolder> {
    return this.#get(hash).changeSettings(settings);
  }

  async sync({ hash, ...request }: CallInput<'folder.sync'>): Promise<(StoryFolder & FolderStepResult)[]> {
    const links = hash === undefined ? [...this.#links.values()].filter(({ row }) => row.settings.on) : [this.#get(hash)];
    return Promise.all(links.map((link) => link.sync(request)));
  }

  /** Others may have changed the folders, although their watchers have reported nothing. */
  noticeChanges(): void {
    for (const link of this.#links.values()) link.noticeChanges();
  }

  unlink(hash: string): Promise<void> {
    return this.#changes.run(() => this.#remove(this.#get(hash)));
  }

  conflicts(hash?: string): DescribedConflict[] {
    const links = hash === undefined ? [...this.#links.values()] : [this.#links.get(hash)];
    return links.flatMap((link) => link?.listConflicts() ?? []);
  }

  /** The ids among these that are conflicts of story folders. */
  ownConflictIds(ids: readonly string[]): string[] {
    return ids.filter((id) => /^[^/]+\/folder\//.test(id));
  }

  /** Returns the result of each folder. */
  async resolveConflicts(ids: readonly string[], resolution: ConflictResolution, shown?: ShownMarks): Promise<ResolutionResult[]> {
    const results: ResolutionResult[] = [];
    for (const [hash, own] of Map.groupBy(ids, (id) => id.split('/', 1)[0] ?? ''))
      results.push(await this.#get(hash).resolveConflicts(own, resolution, shown));
    return results;
  }

  /**
   * Must be called before records that the project has lost, or that were replaced with older ones, count as its own: without an agreement, what only one side
   * has is added to the other, and values that differ are conflicts. Until the promise resolves, the damage of the project must stay open, which stops the steps of
   * the link: the project may be edited, but no step may agree on it.
   */
  forgetAgreement(hash: string): Promise<void> {
    return this.#changes.run(async () => {
      const link = this.#links.get(hash);
      if (!link) return;
      await link.close();
      this.#deps.store.remove(agreementRowIds(this.#deps.store, hash));
      this.#register(new FolderLink(this.#deps, link.row)).start();
    });
  }

  onProjectChanged(hash: string, changes: ChangeSet | number): void {
    this.#links.get(hash)?.onStoryChanged(changes);
  }

  async onProjectRemoved(hash: string): Promise<void> {
    if (this.#links.has(hash)) await this.unlink(hash);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  #get(hash: string): FolderLink {
    const link = this.#links.get(hash);
    if (!link)
      throw notFoundProblem(
        this.#deps.engine.findProjectName(hash) === undefined ? kindNoun('project') : message('problem.noun.storyFolder'),
        hash,
      );
    return link;
  }

  /** Before its first step, because the project may be changed meanwhile. */
  #register(link: FolderLink): FolderLink {
    this.#links.set(link.row.hash, link);
    return link;
  }

  async #remove(link: FolderLink): Promise<void> {
    const { hash } = link.row;
    const rows = await link.remove();
    this.#links.delete(hash);
    this.#deps.engine.writeRows([rows]);
    this.#deps.emit({ event: 'folder.removed', hash });
    this.#deps.emit({ event: 'conflicts.changed', hash });
  }

  #start(link: FolderLink, { read, written }: FolderStepResult): StoryFolder & FolderStepResult {
    link.start();
    const folder = link.present();
    this.#deps.emit({ event: 'folder.changed', folder });
    return { ...folder, read, written };
  }

  /** `real`: the path without links. Throws a Problem if no story may be there, or another project is linked to the folder, to one in it or to one around it. */
  #assertUsable(real: string, folder: string, { force }: { readonly force: boolean }): void {
    const { dataFolder } = this.#deps;
    assertOutsideDataFolder(folder, dataFolder, 'folder');
    assertSuitableFolder(real, {
      folder,
      isConfirmed: force,
      findUnusual: () => findUnusualFolder(real, { dataFolder, home: homedir() }),
    });
    for (const { row } of this.#links.values()) {
      if (!isWithin(row.real, real) && !isWithin(real, row.real)) continue;
      const name = this.#deps.engine.findProjectName(row.hash) ?? '';
      const containsOther = row.real !== real && isWithin(real, row.real);
      const inUse = message('storyFolder.problem.inUse', { folder, name });
      throw new Problem(
        'conflict',
        containsOther ? message('storyFolder.problem.containsOther', { folder, other: row.folder, name }) : inUse,
      );
    }
  }
}

const realPathOf = (folder: string): Promise<string> =>
  realpath(folder).catch((error: unknown) => {
    throw folderReadProblem(folder, error);
  });

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const withDefaults = (settings: Settings = {}): LinkRow['settings'] => ({ ...defaultFolderSettings, ...definedFields(settings) });

const linkRows = (row: LinkRow): KeyValueWrites => ({ store: folderStoreName, put: [{ id: linkKeyPrefix + row.hash, value: row }] });

/** Attributes that the folder has are left as they are. */
async function addAttributes(folder: string): Promise<void> {
  await createFile(join(folder, attributesFile), await gitAttributesFor(folder));
}

function assertAbsolute(folder: string): void {
  if (!isAbsolute(folder)) throw invalidFieldProblem('folder', message('fault.file.absolutePath'));
}
