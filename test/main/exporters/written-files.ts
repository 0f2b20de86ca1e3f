/** The files of a target with their whole texts. */
import { createStoryFiles } from '../../../main/exporters/story-files.ts';
import { readFullText } from '../../../shared/contracts/export-file.ts';

export const writtenFiles = (...story: Parameters<typeof createStoryFiles>): { path: string; text: string }[] =>
  createStoryFiles(...story).map((file) => ({ path: file.path, text: readFullText(file) }));
