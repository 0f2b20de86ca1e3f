/** Stories as the files of a folder, in memory. */

import { readStoryFiles } from '../../../main/story-folder/read-story-files.ts';
import { type FolderFile, writeStoryFiles } from '../../../main/story-folder/write-story-files.ts';
import { runSteps } from '../../../shared/lists.ts';
import { Project } from '../../../shared/model/project.ts';

export const writeStory = (project: Project, options: Parameters<typeof writeStoryFiles>[1] = {}) =>
  runSteps(writeStoryFiles(project, options));

/** The files that are texts. */
export const textsOf = (files: ReadonlyMap<string, FolderFile>): Map<string, string> =>
  new Map([...files].flatMap(([path, file]) => ('text' in file ? [[path, file.text] as const] : [])));

export const readTexts = (texts: ReadonlyMap<string, string>, paths: Iterable<string> = texts.keys(), lastGood: Project | null = null) =>
  runSteps(readStoryFiles({ texts, paths }, { lastGood }));

/** Folders contain no comments of hosted workspaces. */
export const withoutHostedComments = (project: Project): Project =>
  new Project([...project.records()].filter(({ kind }) => kind !== 'comment' && kind !== 'reply'));
