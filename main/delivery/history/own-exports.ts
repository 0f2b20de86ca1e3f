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
import { digestContent, maxDigestedBytes } from './content-digest.ts';
import type { ExportHistory } from './export-history.ts';

interface FoundFile extends Fingerprint {
  readonly path: string;
  /** The absolute path. */
  readonly at: string;
}

/** Whether a file in the folder is one of an earlier export, or a text that equals `exported`, in any layout. */
export async function isOwnExport(disk: Disk, history: ExportHistory, file: FoundFile, exported: TargetFile | null): Promise<boolean> {
  if (await history.contains(file.sha256)) return true;
  if (exported && isAssetFile(exported)) return false;
  const digest = await digestFile(disk, file);
  if (digest === null) return false;
  return (await history.containsDigest(digest)) || (exported !== null && digest === (await digestExport(exported)));
}

async function digestFile(disk: Disk, { path, at, sha256, size }: FoundFile): Promise<string | null> {
  if (size > maxDigestedBytes) return null;
  const bytes = await disk.readBytes(at);
  // Another program may have changed the file since its hash was determined.
  return fingerprintOf(bytes).sha256 === sha256 ? digestContent(bytes, path) : null;
}

async function digestExport(file: TextFile): Promise<string | null> {
  if (!('chunks' in file)) return digestContent(await buffer(file.read()), file.path);
  const pieces: Buffer[] = [];
  for await (const { text } of new CooperativeYielder().iterate<TextChunk>(file.chunks('all'))) pieces.push(Buffer.from(text ?? ''));
  return digestContent(Buffer.concat(pieces), file.path);
}
