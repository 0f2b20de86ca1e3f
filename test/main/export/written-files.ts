/** The files of a target with their whole texts. */
import { targetFiles } from '../../../main/export/target-files.ts';
import { wholeText } from '../../../shared/story-file.ts';

export const writtenFiles = (...story: Parameters<typeof targetFiles>): { path: string; text: string }[] =>
  targetFiles(...story).map((file) => ({ path: file.path, text: wholeText(file) }));
