/** Texts in a merge of files. Loaded when the first text was changed, because comparing rich texts needs more than everything else in a merge. */
import type { TextRule } from '../../shared/model/kinds/define-kind.ts';
import { isSameText } from '../../shared/model/same-value.ts';
import { mergeParagraphs } from '../sync/plan/merge-paragraphs.ts';

/** Whether two texts of a file are the same for a reader: the label of a mention follows from the name of its record. */
export const isSameFileText = (format: TextRule['format'], one: string, two: string): boolean => isSameText(format, one, two);

/** Texts have a line for each paragraph. Undefined if both sides have changed the same one. */
export function mergeFileTexts(base: string, local: string, remote: string): string | undefined {
  return mergeParagraphs(base.split('\n'), local.split('\n'), remote.split('\n'))?.join('\n');
}
