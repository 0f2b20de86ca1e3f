/**
 * The files of a story folder on a disk: which have changed since they were last read or written, and replacing them one by one. A file that another program has
 * changed meanwhile is never replaced; a write that was cut short is finished by the next one (main/delivery/folder/apply-plan.ts).
 */
import { dirname, join } from 'node:path';
import type { KeyValueStore } from '../../../shared/contracts/key-value-store.ts';
import { isMessage, type Message, message } from '../../../shared/messages/message.ts';
import { jsonEquals } from '../../../shared/model/change-set.ts';
import { compareCodeUnits } from '../../../shared/text.ts';
import { fileJustChangedProblem } from '../../delivery/delivery-messages.ts';
import { applyPlan, recoverDelivery, stagingFolderFor } from '../../delivery/folder/apply-plan.ts';
import { isOwned, Manifest, type OwnedEntry } from '../../delivery/folder/manifest.ts';
import { type FolderWriter, type ResolvedFolder, resolveSafePath } from '../../delivery/folder/safe-path.ts';
import type { Disk, FileStat } from '../../platform/disk.ts';
import { type Fingerprint, fingerprintOf } from '../../platform/fingerprint.ts';
import { mapConcurrently } from '../../platform/job-queue.ts';
import type { Timer } from '../../platform/timer.ts';
import { parseFolderPath } from '../folder-layout.ts';
import {
  type FolderMemory,
  isTextPath,
  type ListedFolder,
  listStoryFiles,
  maxTotalBytes,
  readTextFile,
  reasonNotToRead,
  type TextFile,
} from '../read-folder.ts';
import type { FolderProblem } from '../read-story-files.ts';

/** Nothing in a story folder is protected but version control. */
const writer: FolderWriter = {
  project: { isProject: async () => true, readName: async () => '' },
  protectedPaths: { paths: [], extensions: [] },
  integration: null,
  removesEmptyFoldersIn: ['boards', 'languages'],
};

interface FolderFilesDeps {
  readonly store: KeyValueStore;
  readonly disk: Disk;
  readonly timer: Timer;
}

/** The files of a folder as the system lists them, without their contents. */
export interface FolderListing {
  /** All files of a story, whether they have changed or not. */
  readonly paths: readonly string[];
  readonly problems: readonly FolderProblem[];
  /** By path; null for what has disappeared since it was listed. */
  readonly stats: ReadonlyMap<string, FileStat | null>;
  /** Whether a file has another stamp than when it was last read or written, or is new or gone. */
  readonly isTouched: boolean;
}

export interface FolderInspection extends ListedFolder {
  /** Of all files, also of those that cannot be read, as they were read or refused. */
  readonly stamps: ReadonlyMap<string, string | undefined>;
  /** The number of files that have another content than when they were last read or written, or are new or gone. */
  readonly changed: number;
  /** Whether other files than in the last inspection that was remembered are none, or cannot be read. */
  readonly hasOtherFaults: boolean;
  /** For `remember`. */
  readonly entries: ReadonlyMap<string, OwnedEntry>;
}

/** The content of a file: a text or a copy; null to remove it. */
export type FileContent = { readonly text: string } | { readonly copyOf: string; readonly fingerprint: Fingerprint } | null;

interface WrittenFiles {
  readonly type: 'written';
  readonly written: readonly string[];
  readonly removed: readonly string[];
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

const filesAtOnce = 16;

export class FolderFiles {
  readonly #deps: FolderFilesDeps;
  readonly #root: string;
  readonly #hash: string;
  readonly #manifest: Manifest;
  /** The stamps of the files that could not be read. They are tried again, since a right to read changes no stamp. */
  #refused: ReadonlyMap<string, string | undefined> = new Map();
  /** What was wrong with files and folders in the last inspection that was remembered, by path. */
  #faults: ReadonlyMap<string, Message> = new Map();

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
  async recover(): Promise<void> {
    await recoverDelivery(this.#context);
  }

  get #context() {
    return { ...this.#deps, id: this.#hash, exporter: writer, root: this.#root, manifest: this.#manifest };
  }

  async list(): Promise<FolderListing> {
    const problems: FolderProblem[] = [];
    const paths = await listStoryFiles(this.#root, problems);
    const stats = new Map<string, FileStat | null>();
    await mapConcurrently(filesAtOnce, paths, async (path) => {
      stats.set(path, await this.#deps.disk.stat(join(this.#root, path)));
    });
    const isSame = (path: string): boolean => {
      const stat = stats.get(path);
      return this.#hasStampOf(path, stat) || (this.#refused.has(path) && this.#refused.get(path) === stat?.stamp);
    };
    const isTouched = !paths.every(isSame) || this.paths.some((path) => !stats.has(path));
    return { paths, problems, stats, isTouched };
  }

  #hasStampOf(path: string, stat: FileStat | null | undefined): boolean {
    const known = this.#manifest.get(path);
    return stat?.isFile === true && isOwned(known) && known.stamp === stat.stamp;
  }

  /** Compares the files with what was last read or written. A file with an unchanged stamp is not read, and the texts of the others are kept. */
  async inspect(listing: FolderListing, memory: Pick<FolderMemory, 'find'>): Promise<FolderInspection> {
    const { paths, stats } = listing;
    const problems = [...listing.problems];
    const refused = new Map<string, string | undefined>();
    const entries = new Map<string, OwnedEntry>();
    const texts = new Map<string, TextFile>();
    // Reading refuses a folder with more.
    let kept = 0;
    let changed = 0;
    const restamped: [string, OwnedEntry][] = [];
    // One file that the system refuses to read, such as one that an editor has locked, does not stop the others.
    const hashOf = (path: string) =>
      this.#deps.disk
        .statAndHash(join(this.#root, path))
        .catch((error: unknown) => message('storyFolder.fault.unreadable', { reason: reasonNotToRead(error) }));
    await mapConcurrently(filesAtOnce, paths, async (path) => {
      const known = this.#manifest.get(path);
      const stat = stats.get(path);
      if (isOwned(known) && this.#hasStampOf(path, stat)) {
        entries.set(path, known);
        return;
      }
      if (!stat?.isFile) return;
      const text = isTextPath(path) && !memory.find(path, stat.stamp) ? await readTextFile(join(this.#root, path)) : null;
      if (text && !isMessage(text) && kept < maxTotalBytes) {
        kept += text.size;
        texts.set(path, text);
      }
      const hashed = texts.get(path) ?? memory.find(path, stat.stamp) ?? (await hashOf(path));
      if (isMessage(hashed)) {
        problems.push({ path, line: null, fault: hashed });
        refused.set(path, stat.stamp);
      }
      if (!hashed || isMessage(hashed)) return;
      const found = hashed;
      const entry = { sha256: found.sha256, size: found.size, stamp: found.stamp };
      entries.set(path, entry);
      if (isOwned(known) && known.sha256 === found.sha256) restamped.push([path, entry]);
      else changed += 1;
    });
    this.#manifest.put(restamped);
    changed += this.paths.filter((path) => !entries.has(path)).length;
    this.#refused = refused;
    const stamps = new Map(paths.map((path) => [path, refused.get(path) ?? entries.get(path)?.stamp]));
    const faults = faultsByPath(problems);
    const hasOtherFaults =
      faults.size !== this.#faults.size || [...faults].some(([path, fault]) => !jsonEquals(fault, this.#faults.get(path)));
    return { paths, problems, changed, hasOtherFaults, entries, texts, stamps };
  }

  /** Whether one of these files is another than when it was last read or written. For a folder, this cannot be said without an inspection. */
  async mayHaveChanged(paths: Iterable<string>): Promise<boolean> {
    for (const path of paths) {
      const known = this.#manifest.get(path);
      const stat = await this.#deps.disk.stat(join(this.#root, path));
      if (this.#faults.has(path)) return true;
      if (stat ? !isOwned(known) || known.stamp !== stat.stamp : known !== undefined || parseFolderPath(path) === null) return true;
    }
    return false;
  }

  /** Whether the files are still those of an earlier inspection. */
  async isStill({ paths, stamps }: FolderInspection): Promise<boolean> {
    const now = await this.list();
    return (
      now.paths.length === paths.length &&
      now.paths.every((path, at) => path === paths[at] && now.stats.get(path)?.stamp === stamps.get(path))
    );
  }

  /** Stores that the files, except for `others`, were read as they were in this inspection. */
  remember({ entries, problems }: FolderInspection, others: ReadonlySet<string>): void {
    this.#faults = faultsByPath(problems);
    this.#manifest.remove(this.#manifest.paths().filter((path) => !entries.has(path)));
    this.#manifest.put(
      [...entries].filter(([path, entry]) => {
        const known = this.#manifest.get(path);
        return !others.has(path) && (!isOwned(known) || known.sha256 !== entry.sha256 || known.stamp !== entry.stamp);
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

  /** Replaces, adds and removes files. `checkOut` is called before that, may make the read-only ones writable, and returns those that have to wait. */
  async write(
    files: ReadonlyMap<string, FileContent>,
    checkOut: (files: CheckedOutFiles) => Promise<readonly string[]>,
  ): Promise<WriteResult> {
    const { disk } = this.#deps;
    const modes = new Map<string, number | null>();
    const readOnly: string[] = [];
    const resolvedFolders = new Map<string, ResolvedFolder>();
    const areAsKnown = await mapConcurrently(filesAtOnce, [...files.keys()], async (path) => {
      const isNew = !isOwned(this.#manifest.get(path));
      const at = await resolveSafePath(disk, this.#root, writer, path, { resolvedFolders, isNew });
      const stat = await disk.stat(at);
      // A folder or a link has a Problem of its own.
      if (isNew && stat) await resolveSafePath(disk, this.#root, writer, path);
      modes.set(path, stat?.mode ?? null);
      if (stat && !stat.isWritable) readOnly.push(path);
      return this.#isAsKnown(path, at, stat);
    });
    if (!areAsKnown.every(Boolean)) return { type: 'changedMeanwhile' };
    readOnly.sort(compareCodeUnits);
    const [removed, edited] = [readOnly.filter((path) => files.get(path) === null), readOnly.filter((path) => files.get(path) !== null)];
    const remaining = await checkOut({ edited, removed });
    if (remaining.length > 0) return { type: 'readOnly', paths: remaining };
    // A file that was checked out has another mode than before.
    for (const path of readOnly) modes.set(path, (await disk.stat(join(this.#root, path)))?.mode ?? null);

    const staging = stagingFolderFor(this.#context);
    try {
      const wasOf = (path: string): string | null => {
        const known = this.#manifest.get(path);
        return isOwned(known) ? known.sha256 : null;
      };
      const removals = [...files].flatMap(([path, content]) => {
        const sha256 = content === null ? wasOf(path) : null;
        return sha256 === null ? [] : [{ path, sha256 }];
      });
      const contents = [...files].flatMap(([path, content]) => (content === null ? [] : [{ path, content }]));
      // Each file is flushed, and a disk flushes several at once in the time of one.
      const writes = await mapConcurrently(filesAtOnce, contents, async ({ path, content }) => {
        const mode = modes.get(path) ?? null;
        const source = 'text' in content ? { staged: await staging.write(Buffer.from(content.text), mode) } : { copy: content.copyOf };
        return { path, source, fingerprint: fingerprintOfContent(content), expectedSha256: wasOf(path), mode };
      });
      staging.startCopies(
        writes.flatMap(({ path, source, fingerprint, mode }) =>
          source.copy === undefined ? [] : [{ from: source.copy, size: fingerprint.size, mode, path }],
        ),
      );
      const { written, removed: gone, isComplete } = await applyPlan(this.#context, { writes, removals }, staging);
      return isComplete ? { type: 'written', written, removed: gone } : { type: 'changedMeanwhile' };
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

const faultsByPath = (problems: readonly FolderProblem[]): ReadonlyMap<string, Message> =>
  new Map(problems.map(({ path, fault }) => [path, fault]));

const fingerprintOfContent = (content: NonNullable<FileContent>): Fingerprint =>
  'text' in content ? fingerprintOf(Buffer.from(content.text)) : content.fingerprint;
