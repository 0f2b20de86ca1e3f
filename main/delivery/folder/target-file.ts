/** The files of an export: a text in pieces, a text of an earlier export, or a copy of a stored file. */

import type { ExportFile } from '../../../shared/contracts/export-file.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import type { AssetFile } from '../../exporters/asset-files.ts';

interface ArchivedFile {
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}
export type TextFile = ExportFile | ArchivedFile;
export type TargetFile = TextFile | AssetFile;

export interface RenderedStory {
  readonly version: number;
  readonly files: readonly TargetFile[];
  readonly findings: readonly Finding[];
  /** Must be called when the files have been read; until then the story must not change. */
  readonly release?: () => void;
}

/** Returns the path of a stored file; undefined if it is missing. */
export type StoredFileLocator = (file: string) => string | undefined;

export const isAssetFile = (file: TargetFile): file is AssetFile => 'file' in file;
export const isTextFile = (file: TargetFile): file is TextFile => !isAssetFile(file);
