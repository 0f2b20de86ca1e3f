/** The commands that there are. A new one is a new file and a new line here. */
import { checkCommand } from './check.ts';
import type { CommandEntry } from './command-entry.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keyCommands } from './key.ts';
import { localeCommands } from './locale.ts';
import { memberCommands } from './member.ts';
import { mirrorCommands } from './mirror.ts';
import { projectsCommand } from './projects.ts';
import { questionCommands } from './questions.ts';
import { remoteCommands } from './remote.ts';
import { serveCommand } from './serve.ts';
import { targetCommands } from './target.ts';
import { watchCommand } from './watch.ts';
import { workspaceCommands } from './workspace.ts';

export const commands: readonly CommandEntry[] = [
  importCommand,
  projectsCommand,
  exportCommand,
  checkCommand,
  ...targetCommands,
  watchCommand,
  serveCommand,
  ...remoteCommands,
  ...mirrorCommands,
  ...questionCommands,
  ...localeCommands,
  ...keyCommands,
  ...memberCommands,
  ...workspaceCommands,
];
