/** Files of others in the folder of the story that the importer would read in place of ours. */
import { join, posix } from 'node:path';
import type { Finding } from '../../shared/contracts/findings.ts';
import type { Disk } from '../platform/disk.ts';

export interface OtherStoryFiles {
  /** Whether the importer would take a file of this name in the folder of the story, or below it, for the story. */
  looksLikeStory(path: string): boolean;
  message(path: string): string;
}

/** What an exporter says about its story files. */
interface StoryFileRules {
  readonly story: { readonly extension: string };
  readonly otherStoryFiles: OtherStoryFiles | null;
}

const storyFolders = (extension: string, paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => path.endsWith(extension)).map((path) => posix.dirname(path))),
];

/** Whether a file is none of the exported ones and would be read in their place. */
export const isOtherStoryFile = ({ story, otherStoryFiles }: StoryFileRules, exportedPaths: readonly string[], path: string): boolean =>
  otherStoryFiles?.looksLikeStory(path) === true &&
  !exportedPaths.includes(path) &&
  storyFolders(story.extension, exportedPaths).some((folder) => path.startsWith(`${folder}/`));

export async function findOtherStoryFiles(
  disk: Disk,
  root: string,
  rules: StoryFileRules,
  exportedPaths: readonly string[],
): Promise<string[]> {
  if (rules.otherStoryFiles === null) return [];
  const found: string[] = [];
  for (const folder of storyFolders(rules.story.extension, exportedPaths)) {
    const names = await disk.listNamesRecursively(join(root, folder));
    found.push(...names.map((name) => `${folder}/${name}`).filter((path) => isOtherStoryFile(rules, exportedPaths, path)));
  }
  return found.sort();
}

export const otherStoryFileFinding = ({ otherStoryFiles }: StoryFileRules, path: string): Finding => ({
  severity: 'warning',
  rule: 'other-json',
  message: otherStoryFiles?.message(path) ?? path,
  kind: 'file',
  id: path,
});
