/** The files of an export as a target takes them: a text in pieces, an unpacked text of the past, or a copy of a stored file. */

import type { ExportFile } from '../../shared/contracts/export-file.ts';
import type { Finding } from '../../shared/contracts/findings.ts';

export interface ArchivedFile {
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}
export interface AssetCopy {
  readonly path: string;
  /** The stored filename, by which the history finds it again. */
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}
export type TextFile = ExportFile | ArchivedFile;
export type TargetFile = TextFile | AssetCopy;

export interface RenderedStory {
  readonly version: number;
  readonly files: readonly TargetFile[];
  readonly findings: readonly Finding[];
  /** The pieces of the files are no longer asked for: the story need not stand still any more. */
  readonly release?: () => void;
}

/** Where the bytes of a stored file lie; undefined where they are gone. */
export type StoredFileLocator = (file: string) => string | undefined;

export const isAssetCopy = (file: TargetFile): file is AssetCopy => 'file' in file;
export const isTextFile = (file: TargetFile): file is TextFile => !isAssetCopy(file);
