/** Files of other programs in the folder of the story that the importer would read instead of the exported one. */
import { join, posix } from 'node:path';
import type { Finding } from '../../shared/contracts/findings.ts';
import { type Message, verbatim } from '../../shared/messages/message.ts';
import type { Disk } from '../platform/disk.ts';

export interface OtherStoryFiles {
  /** Whether the importer would treat a file at this path as the story, in the folder of the story or below it. */
  looksLikeStory(path: string): boolean;
  message(path: string): Message;
}

/** The part of an exporter that describes its story files. */
interface StoryFileRules {
  readonly story: { readonly extension: string };
  readonly otherStoryFiles: OtherStoryFiles | null;
}

const storyFolders = (extension: string, paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => path.endsWith(extension)).map((path) => posix.dirname(path))),
];

/** Whether a file is not one of the exported ones and would be read instead of them. */
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
  message: otherStoryFileMessage(otherStoryFiles, path),
  kind: 'file',
  id: path,
});

/** The message about such a file; just its path if the exporter has no rules for them. */
export const otherStoryFileMessage = (rules: OtherStoryFiles | null, path: string): Message => rules?.message(path) ?? verbatim(path);
