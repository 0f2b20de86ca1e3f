// `npm run dev`: the desktop app with the renderer reloaded as it is edited.
import { printUsageIfAsked } from './command-line.mjs';
import { sandboxProblem } from './display.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { electronViteProgram, repoPath } from './paths.mjs';
import { provideElectron } from './provide-electron.mjs';
import { runProcess } from './run-process.mjs';

printUsageIfAsked('npm run dev -- [OPTION OF electron-vite]...');
exitOnOldNode();
const electron = await provideElectron({ allowFallback: true });
if ('reason' in electron) {
  console.error(`There is no Electron to run: ${electron.reason}.`);
  process.exit(1);
}
const { executable, sqliteBinding } = electron;
const flags = sandboxProblem(executable) ? ['--noSandbox'] : [];
const env = { ...process.env, ELECTRON_EXEC_PATH: executable, ...(sqliteBinding && { TALEPORT_SQLITE_BINDING: sqliteBinding }) };
const command = [electronViteProgram, 'dev', ...flags, ...process.argv.slice(2)];
const { code } = await runProcess(process.execPath, command, { cwd: repoPath(), env });
process.exit(code);
