// `npm run dev`: the desktop app with the renderer reloaded as it is edited.
import { whyNoSandbox } from './display.mjs';
import { provideElectron } from './electron.mjs';
import { endOnOldNode } from './node-version.mjs';
import { at } from './places.mjs';
import { run } from './run.mjs';

endOnOldNode();
const electron = await provideElectron({ allowFallback: true });
if ('reason' in electron) {
  console.error(`There is no Electron to run: ${electron.reason}.`);
  process.exit(1);
}
const { executable, sqliteBinding } = electron;
const flags = whyNoSandbox(executable) ? ['--noSandbox'] : [];
const env = { ...process.env, ELECTRON_EXEC_PATH: executable, ...(sqliteBinding && { TALEPORT_SQLITE_BINDING: sqliteBinding }) };
const command = [at('node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'dev', ...flags, ...process.argv.slice(2)];
const { code } = await run(process.execPath, command, { cwd: at(), env });
process.exit(code);
