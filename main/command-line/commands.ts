/** The commands that there are. A new one is a new file and a new line here. */
import { checkCommand } from './check.ts';
import type { CommandEntry } from './command-entry.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { localeCommands } from './locale.ts';
import { projectsCommand } from './projects.ts';
import { targetCommands } from './target.ts';
import { watchCommand } from './watch.ts';

export const commands: readonly CommandEntry[] = [
  importCommand,
  projectsCommand,
  exportCommand,
  checkCommand,
  ...targetCommands,
  watchCommand,
  ...localeCommands,
];

/** Whether a first argument is meant for the command line: any bare word is, so that a wrong one is answered by what there is. */
export const isCommandWord = (word: string | undefined): boolean => word !== undefined && /^([a-z]+|-h|--help|--version)$/.test(word);
