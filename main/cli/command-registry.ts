/** The list of all commands. To add one, add a file and a line here. */
import { backupCommands } from './commands/backup.ts';
import { checkCommand } from './commands/check.ts';
import { conflictCommands } from './commands/conflicts.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { folderCommands } from './commands/folder.ts';
import { keyCommands } from './commands/key.ts';
import { localeCommands } from './commands/locale.ts';
import { memberCommands } from './commands/member.ts';
import { importCommand, projectsCommand } from './commands/projects.ts';
import { remoteCommands } from './commands/remote.ts';
import { serveCommand } from './commands/serve.ts';
import { syncCommands } from './commands/sync.ts';
import { targetCommands } from './commands/target.ts';
import { versionControlCommands } from './commands/version-control.ts';
import { watchCommand } from './commands/watch.ts';
import { workspaceCommands } from './commands/workspace.ts';
import type { CliCommand } from './define-command.ts';

export const cliCommands: readonly CliCommand[] = [
  importCommand,
  projectsCommand,
  ...backupCommands,
  doctorCommand,
  exportCommand,
  checkCommand,
  ...folderCommands,
  ...versionControlCommands,
  ...targetCommands,
  watchCommand,
  serveCommand,
  ...remoteCommands,
  ...syncCommands,
  ...conflictCommands,
  ...localeCommands,
  ...keyCommands,
  ...memberCommands,
  ...workspaceCommands,
];
