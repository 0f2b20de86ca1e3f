// The database for Electron versions before 36, whose Node-API (9) is below what better-sqlite3 needs (10): compiled once in a
// copy and cached. The app loads it through TALEPORT_SQLITE_BINDING. Newer versions of Electron do not need it.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideCached, repoPath } from './paths.mjs';
import { showProgress } from './progress.mjs';
import { runProcess } from './run-process.mjs';

/**
 * @param {string} electronVersion
 * @returns {Promise<string | undefined>} the file for TALEPORT_SQLITE_BINDING, or undefined if the package's own one works
 */
export async function provideSqliteBinding(electronVersion) {
  if (Number.parseInt(electronVersion, 10) >= 36) return undefined;
  const { version } = JSON.parse(readFileSync(repoPath('node_modules', 'better-sqlite3', 'package.json'), 'utf8'));
  const folder = await provideCached(`better-sqlite3-${version}-napi9-${process.platform}-${process.arch}`, async (draft) => {
    const source = join(draft, 'node_modules', 'better-sqlite3');
    cpSync(repoPath('node_modules', 'better-sqlite3'), source, { recursive: true });
    cpSync(repoPath('node_modules', 'node-addon-api'), join(draft, 'node_modules', 'node-addon-api'), { recursive: true });
    const gyp = join(source, 'binding.gyp');
    writeFileSync(gyp, readFileSync(gyp, 'utf8').replaceAll('NAPI_VERSION=10', 'NAPI_EXPERIMENTAL'));
    const command = [
      repoPath('node_modules', 'node-gyp', 'bin', 'node-gyp.js'),
      'rebuild',
      '--release',
      '--force_build=1',
      ...nodeHeadersOption(),
    ];
    const built = await showProgress('Compiling the database (once)', { seconds: 60 }, () =>
      runProcess(process.execPath, command, { cwd: source, quiet: true }),
    );
    const file = join(source, 'build', 'Release', 'better_sqlite3.node');
    if (built.code !== 0 || !existsSync(file)) {
      throw new Error(`the database could not be compiled for this older Electron: ${describeCompileError(built.output)}`);
    }
    renameSync(file, join(draft, 'better_sqlite3.node'));
    rmSync(join(draft, 'node_modules'), { recursive: true });
  });
  return join(folder, 'better_sqlite3.node');
}

/** Node's headers as npm installed them, so that nothing has to be downloaded. */
function nodeHeadersOption() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = [repoPath('node_modules', 'node', 'node_modules', name), repoPath('node_modules', name)].find((path) =>
    existsSync(join(path, 'include', 'node', 'node_api.h')),
  );
  return folder ? [`--nodedir=${folder}`] : [];
}

/** @param {string} output of node-gyp */
function describeCompileError(output) {
  if (/not found: make|(make|cc|c\+\+|g\+\+): (command )?not found|(g\+\+|c\+\+|cc): No such file|find any Python/i.test(output))
    return 'it takes a C++ compiler, make and Python (Debian: build-essential python3)';
  return (
    output
      .split('\n')
      .find((line) => /error/i.test(line))
      ?.trim() ?? 'node-gyp failed'
  );
}
