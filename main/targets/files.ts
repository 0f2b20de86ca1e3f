/** The files of an export as a target takes them: a text in pieces, an unpacked text of the past, or a copy of a stored file. */
import type { Finding } from '../../shared/findings.ts';
import type { StoryFile } from '../../shared/story-file.ts';

export interface PastFile {
  readonly path: string;
  unpacked(): AsyncIterable<Uint8Array>;
}
export interface CopiedFile {
  readonly path: string;
  /** The stored filename, by which the history finds it again. */
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}
export type TextFile = StoryFile | PastFile;
export type TargetFile = TextFile | CopiedFile;

export interface Rendered {
  readonly version: number;
  readonly files: readonly TargetFile[];
  readonly findings: readonly Finding[];
  /** The pieces of the files are no longer asked for: the story need not stand still any more. */
  readonly release?: () => void;
}

/** Where the bytes of a stored file lie; undefined where they are gone. */
export type LocateFile = (file: string) => string | undefined;

export const isCopy = (file: TargetFile): file is CopiedFile => 'file' in file;
export const isTextFile = (file: TargetFile): file is TextFile => !isCopy(file);
