/** The kinds whose records have a file each. All other records are in the file of the record that contains them. */
import type { KindName } from '../../shared/model/kinds/kinds.ts';

export const fileKinds = ['board', 'element', 'component', 'asset'] as const satisfies readonly KindName[];
export type FileKind = (typeof fileKinds)[number];
export const isFileKind = (kind: unknown): kind is FileKind => fileKinds.some((each) => each === kind);

/** A merge stores the values of both sides under this name. */
export const conflictKey = 'conflict';
