/** The files of an export as a target takes them: a text, or a copy of a stored file. */
import type { Finding } from '../../shared/findings.ts';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}
export interface CopiedFile {
  readonly path: string;
  /** The stored filename, by which the history finds it again. */
  readonly file: string;
  readonly sha256: string;
  readonly size: number;
}
export type TargetFile = TextFile | CopiedFile;

export interface Rendered {
  readonly version: number;
  readonly files: readonly TargetFile[];
  readonly findings: readonly Finding[];
}

/** Where the bytes of a stored file lie; undefined where they are gone. */
export type LocateFile = (file: string) => string | undefined;

export const isText = (file: TargetFile): file is TextFile => 'text' in file;
