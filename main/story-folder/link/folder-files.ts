/**
 * The files of a story folder on a disk: which have changed since they were last read or written, and replacing them one by one. A file that another program has
 * changed meanwhile is never replaced; a write that was cut short is finished by the next one (main/delivery/folder/apply-plan.ts).
 */
import { dirname, join } from 'node:path';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { fileJustChangedProblem } from '../../delivery/delivery-messages.ts';
import { applyPlan, recoverDelivery, stagingFolderFor } from '../../delivery/folder/apply-plan.ts';
import { isOwned, Manifest, type OwnedEntry } from '../../delivery/folder/manifest.ts';
import { type FolderWriter, resolveSafePath } from '../../delivery/folder/safe-path.ts';
import type { Disk, FileStat } from '../../platform/disk.ts';
import { type Fingerprint, fingerprintOf } from '../../platform/fingerprint.ts';
import { mapConcurrently } from '../../platform/job-queue.ts';
import type { Timer } from '../../platform/timer.ts';
import { listStoryFiles } from '../read-folder.ts';
import type { FolderProblem } from '../read-story-files.ts';

/** Nothing in a story folder is protected but version control; folders of boards and languages go with their last file. */
const writer: FolderWriter = {
  project: { isProject: async () => true, readName: async () => '' },
  protectedPaths: { paths: [], extensions: [] },
  integration: null,
  assets: { folder: 'boards' },
};

interface FolderFilesDeps {
  readonly store: KeyValueStore;
  readonly disk: Disk;
  readonly timer: Timer;
}

export interface FolderInspection {
  /** All files of a story, whether they have changed or not. */
  readonly paths: readonly string[];
  readonly problems: readonly FolderProblem[];
  /** Whether a file has another content than when it was last read or written, or is new or gone. */
  readonly isChanged: boolean;
  /** For `remember`. */
  readonly entries: ReadonlyMap<string, OwnedEntry>;
}

/** The content of a file: a text or a copy; null to remove it. */
export type FileContent = { readonly text: string } | { readonly copyOf: string; readonly fingerprint: Fingerprint } | null;

export interface WrittenFiles {
  readonly type: 'written';
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Those that were read-only before. */
  readonly opened: readonly string[];
}

type WriteResult =
  | WrittenFiles
  /** Another program has changed one of the files, so they must be read first. Nothing, or only a part, was written. */
  | { readonly type: 'changedMeanwhile' }
  /** Files that are read-only until they are checked out. Nothing was written. */
  | { readonly type: 'readOnly'; readonly paths: readonly string[] };

/** Files that are read-only until version control is told of the change. */
export interface CheckedOutFiles {
  readonly edited: readonly string[];
  readonly removed: readonly string[];
}

const inspectionsAtOnce = 16;

export class FolderFiles {
  readonly #deps: FolderFilesDeps;
  readonly #root: string;
  readonly #hash: string;
  readonly #manifest: Manifest;

  /** `root`: without links. */
  constructor(deps: FolderFilesDeps, hash: string, root: string) {
    this.#deps = deps;
    this.#root = root;
    this.#hash = hash;
    this.#manifest = new Manifest(deps.store, hash);
  }

  get paths(): readonly string[] {
    return this.#manifest.paths();
  }

  /** Finishes a write that was cut short. Must be called before anything else is done in the folder. */
  recover(): Promise<void> {
    return recoverDelivery(this.#context);
  }

  get #context() {
    return { ...this.#deps, id: this.#hash, exporter: writer, root: this.#root, manifest: this.#manifest };
  }

  /** Compares the files with what was last read or written. A file with an unchanged stamp is not read. */
  async inspect(): Promise<FolderInspection> {
    const problems: FolderProblem[] = [];
    const paths = await listStoryFiles(this.#root, problems);
    const entries = new Map<string, OwnedEntry>();
    let isChanged = false;
    const restamped: [string, OwnedEntry][] = [];
    await mapConcurrently(inspectionsAtOnce, paths, async (path) => {
      const known = this.#manifest.get(path);
      const stat = await this.#deps.disk.stat(join(this.#root, path));
      if (stat?.isFile && isOwned(known) && known.stamp === stat.stamp) {
        entries.set(path, known);
        return;
      }
      const found = stat?.isFile ? await this.#deps.disk.statAndHash(join(this.#root, path)) : null;
      if (!found) return;
      const entry = { sha256: found.sha256, size: found.size, stamp: found.stamp };
      entries.set(path, entry);
      if (isOwned(known) && known.sha256 === found.sha256) restamped.push([path, entry]);
      else isChanged = true;
    });
    this.#manifest.put(restamped);
    if (this.#manifest.paths().some((path) => !entries.has(path))) isChanged = true;
    return { paths, problems, isChanged, entries };
  }

  /** Whether the files are still those of an earlier inspection. */
  async isStill(inspection: FolderInspection): Promise<boolean> {
    const paths = await listStoryFiles(this.#root, []);
    if (paths.length !== inspection.paths.length || paths.some((path, at) => path !== inspection.paths[at])) return false;
    const same = await mapConcurrently(
      inspectionsAtOnce,
      paths,
      async (path) => (await this.#deps.disk.stat(join(this.#root, path)))?.stamp === inspection.entries.get(path)?.stamp,
    );
    return same.every(Boolean);
  }

  /** Stores that the files were read as they were in this inspection. */
  remember({ entries }: FolderInspection): void {
    this.#manifest.remove(this.#manifest.paths().filter((path) => !entries.has(path)));
    this.#manifest.put(
      [...entries].filter(([path, entry]) => {
        const known = this.#manifest.get(path);
        return !isOwned(known) || known.sha256 !== entry.sha256 || known.stamp !== entry.stamp;
      }),
    );
  }

  /** Those whose bytes differ from what was last read or written. */
  changesAmong(files: ReadonlyMap<string, FileContent>): Map<string, FileContent> {
    return new Map(
      [...files].filter(([path, content]) => {
        const known = this.#manifest.get(path);
        if (content === null) return isOwned(known);
        return !isOwned(known) || known.sha256 !== fingerprintOfContent(content).sha256;
      }),
    );
  }

  /** Replaces, adds and removes files. `checkOut` may make the read-only ones writable, and returns those that have to wait. */
  async write(
    files: ReadonlyMap<string, FileContent>,
    checkOut: (files: CheckedOutFiles) => Promise<readonly string[]>,
  ): Promise<WriteResult> {
    const { disk } = this.#deps;
    const readOnly: string[] = [];
    for (const path of files.keys()) {
      const at = await resolveSafePath(disk, this.#root, writer, path);
      const stat = await disk.stat(at);
      if (!(await this.#isAsKnown(path, at, stat))) return { type: 'changedMeanwhile' };
      if (stat && !stat.isWritable) readOnly.push(path);
    }
    if (readOnly.length > 0) {
      const [removed, edited] = [readOnly.filter((path) => files.get(path) === null), readOnly.filter((path) => files.get(path) !== null)];
      const remaining = await checkOut({ edited, removed });
      if (remaining.length > 0) return { type: 'readOnly', paths: remaining };
    }
    const staging = stagingFolderFor(this.#context);
    try {
      const writes = [];
      const removals = [];
      for (const [path, content] of files) {
        const known = this.#manifest.get(path);
        const was = isOwned(known) ? known.sha256 : null;
        // A file that was checked out has another mode than before.
        const mode = (await disk.stat(join(this.#root, path)))?.mode ?? null;
        if (content === null) {
          if (was !== null) removals.push({ path, sha256: was });
          continue;
        }
        const fingerprint = fingerprintOfContent(content);
        const staged = 'text' in content ? await staging.write(Buffer.from(content.text), mode) : '';
        const source = 'text' in content ? { staged } : { copy: content.copyOf };
        writes.push({ path, source, fingerprint, expectedSha256: was, mode });
      }
      staging.startCopies(
        writes.flatMap(({ path, source, fingerprint, mode }) =>
          source.copy === undefined ? [] : [{ from: source.copy, size: fingerprint.size, mode, path }],
        ),
      );
      const { written, removed, isComplete } = await applyPlan(this.#context, { writes, removals }, staging);
      return isComplete ? { type: 'written', written, removed, opened: readOnly } : { type: 'changedMeanwhile' };
    } finally {
      await staging.discard().catch(() => undefined);
    }
  }

  /** Replaces a text, whatever was last read, if it is still this one. Throws a Problem if another program has changed it. */
  async replaceText(path: string, before: string, after: string): Promise<void> {
    const { disk } = this.#deps;
    const to = await resolveSafePath(disk, this.#root, writer, path);
    const staging = stagingFolderFor(this.#context);
    try {
      const [was, becomes] = [Buffer.from(before), Buffer.from(after)];
      const staged = await staging.write(becomes, (await disk.stat(to))?.mode ?? null);
      await staging.sync();
      const seen = await staging.replace(staged, to, fingerprintOf(was).sha256, fingerprintOf(becomes).sha256);
      const restored = await staging.restoreKeptFiles();
      if (!seen || restored.length > 0) throw fileJustChangedProblem(path);
      await disk.syncFolder(dirname(to));
    } finally {
      await staging.discard().catch(() => undefined);
    }
  }

  async #isAsKnown(path: string, at: string, stat: FileStat | null): Promise<boolean> {
    const known = this.#manifest.get(path);
    if (!isOwned(known)) return stat === null;
    if (!stat) return false;
    return stat.stamp === known.stamp || (await this.#deps.disk.statAndHash(at))?.sha256 === known.sha256;
  }
}

const fingerprintOfContent = (content: NonNullable<FileContent>): Fingerprint =>
  'text' in content ? fingerprintOf(Buffer.from(content.text)) : content.fingerprint;
