/** The files of an export: a text in pieces, a text of an earlier export, or a copy of a stored file. */

import type { ExportFile } from '../../shared/contracts/export-file.ts';
import type { Finding } from '../../shared/contracts/findings.ts';

export interface ArchivedFile {
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}
export interface AssetCopy {
  readonly path: string;
  /** The stored filename, by which the export history finds it. */
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
  /** To be called when the files are no longer read: until then the story must not change. */
  readonly release?: () => void;
}

/** Returns the path of a stored file; undefined where it is missing. */
export type StoredFileLocator = (file: string) => string | undefined;

export const isAssetCopy = (file: TargetFile): file is AssetCopy => 'file' in file;
export const isTextFile = (file: TargetFile): file is TextFile => !isAssetCopy(file);
