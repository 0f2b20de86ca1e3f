/**
 * Recognizes exports of a target in its folder, so that what version control and formatters do to them is not taken for the work of another
 * program.
 */
import { buffer } from 'node:stream/consumers';
import type { TextChunk } from '../../../shared/contracts/export-file.ts';
import { CooperativeYielder } from '../../platform/cooperative-yielder.ts';
import type { Disk } from '../../platform/disk.ts';
import { type Fingerprint, fingerprintOf } from '../../platform/fingerprint.ts';
import { isAssetFile, type TargetFile, type TextFile } from '../folder/target-file.ts';
import { digestContent, maxDigestedBytes, readContent, type StoryContent } from './content-digest.ts';
import type { ExportHistory } from './export-history.ts';
import { maxVariantBytes } from './story-variants.ts';

interface FoundFile extends Fingerprint {
  readonly path: string;
  /** The absolute path. */
  readonly at: string;
}

interface OwnExportsDeps {
  readonly disk: Disk;
  readonly history: ExportHistory;
  /** Whether the content of a file is another variant of the current story. */
  readonly isStoryVariant: (content: StoryContent) => Promise<boolean>;
}

/** More than the files of one export: one for each language. */
const maxOtherFiles = 200;

export class OwnExports {
  readonly #deps: OwnExportsDeps;
  /** The hashes of files that were no variant of the story, so that each change of the story does not write all variants again. */
  readonly #otherFiles = new Set<string>();

  constructor(deps: OwnExportsDeps) {
    this.#deps = deps;
  }

  /**
   * Whether a file in the folder is one of an earlier export, a text that equals `exported` in any layout, or the story as Taleport exports it
   * for other programs.
   */
  async recognizes(file: FoundFile, exported: TargetFile | null): Promise<boolean> {
    const { disk, history } = this.#deps;
    if (await history.contains(file.sha256)) return true;
    if (exported && isAssetFile(exported)) return false;
    const content = await readFile(disk, file);
    if (content === null) return false;
    const digest = typeof content === 'string' ? content : content.digest;
    if ((await history.containsDigest(digest)) || (exported !== null && digest === (await digestExport(exported)))) return true;
    return exported !== null && typeof content !== 'string' && this.#isStoryVariant(file, content);
  }

  async #isStoryVariant({ sha256, size }: FoundFile, content: StoryContent): Promise<boolean> {
    if (size > maxVariantBytes || this.#otherFiles.has(sha256)) return false;
    const isForm = await this.#deps.isStoryVariant(content);
    if (isForm) return true;
    this.#otherFiles.add(sha256);
    for (const oldest of [...this.#otherFiles].slice(0, -maxOtherFiles)) this.#otherFiles.delete(oldest);
    return false;
  }
}

async function readFile(disk: Disk, { path, at, sha256, size }: FoundFile): Promise<StoryContent | string | null> {
  if (size > maxDigestedBytes) return null;
  const bytes = await disk.readBytes(at);
  // Another program may have changed the file since its hash was determined.
  return fingerprintOf(bytes).sha256 === sha256 ? readContent(bytes, path) : null;
}

async function digestExport(file: TextFile): Promise<string | null> {
  if (!('chunks' in file)) return digestContent(await buffer(file.read()), file.path);
  const pieces: Buffer[] = [];
  for await (const { text } of new CooperativeYielder().iterate<TextChunk>(file.chunks('all'))) pieces.push(Buffer.from(text ?? ''));
  return digestContent(Buffer.concat(pieces), file.path);
}
