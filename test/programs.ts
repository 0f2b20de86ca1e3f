/** The programs that tests start in processes of their own. */
import { symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { newFolderForFile } from './new-folder.ts';
import { root } from './root.ts';

/** Before the path of a script: what Node says about running TypeScript is nothing that a program prints. */
const nodeOptions = ['--disable-warning=ExperimentalWarning'];

/** The command line. `npm test` names the built program, which starts four times as fast as its sources. */
export const headlessProgram = resolve(process.env.TALEPORT_HEADLESS || join(root, 'main/headless.ts'));

/** The command that starts the command line. */
export const headlessCommand: readonly [string, ...string[]] = [process.execPath, ...nodeOptions, headlessProgram];

/** The scripts of threads, by the names that main/platform/worker-script-url.ts looks for beside a built program. */
const threadScripts = {
  checker: join(root, 'main/engine/database-tasks/database-worker.ts'),
  media: join(root, 'main/assets/media-worker.ts'),
  documents: join(root, 'main/exporters/document-worker.ts'),
  worker: join(root, 'main/worker.ts'),
};

const bundles = new Map<string, Promise<string>>();

/**
 * A script of the tests and all modules that it imports as one file, which starts four times as fast: for scripts that are started again and
 * again. It stays until the test file ends.
 * @param script an absolute path
 */
export function bundleOf(script: string): Promise<string> {
  const known = bundles.get(script);
  if (known) return known;
  const made = bundle(script);
  bundles.set(script, made);
  return made;
}

async function bundle(script: string): Promise<string> {
  const folder = newFolderForFile();
  // The packages stay where they are: some are native.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const name = basename(script, '.ts');
  // Loaded only where it is used: it is native, and Node for Windows also runs tests on Linux.
  const { build } = await import('vite');
  await build({
    configFile: false,
    envFile: false,
    root,
    logLevel: 'silent',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      rolldownOptions: {
        input: { [name]: script, ...threadScripts },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  return join(folder, `${name}.js`);
}
