// Builds the app into out/: main (ES modules, also run by plain Node), the preload (one CommonJS file, as a sandbox asks for) and the renderer.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { dependencies } from './package.json' with { type: 'json' };
import { includePagePlayer } from './scripts/bundle-page-player.mjs';
import { groupByStarts } from './scripts/chunks-by-start.mjs';
import { collectNotices } from './scripts/third-party-notices.mjs';
import { languages } from './shared/messages/languages.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ifThere = (name: string, path: string) => (existsSync(at(path)) ? { [name]: at(path) } : {});

/** Read as a few files instead of hundreds; what is native stays beside (better-sqlite3). */
const bundled = Object.keys(dependencies).filter((name) => name !== 'better-sqlite3');

/**
 * React Aria has the texts of its components in 34 languages, each in a module of its own, and lists them for each component (`intlStrings.mjs`).
 * Those of languages that the window does not have are left out.
 */
const onlyWindowLanguages: Plugin = {
  name: 'only-window-languages',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/react-aria(?:-components)?\/.*\/intlStrings\.mjs$/.test(id)) return undefined;
    const lines = code.split('\n').filter((line) => {
      const [, language] = /\/([a-z]{2})-[A-Z]{2}\.mjs"|^\s*"([a-z]{2})-[A-Z]{2}":/.exec(line)?.filter(Boolean) ?? [];
      return language === undefined || windowLanguages.has(language);
    });
    return { code: lines.join('\n'), map: null };
  },
};
/** electron-log can also send lines to a server. Taleport never does; without that, a command starts without Node's HTTP: a tenth of its start. */
const withoutRemoteLog: Plugin = {
  name: 'without-remote-log',
  enforce: 'pre',
  transform: (_, id) =>
    /\/electron-log\/src\/node\/transports\/remote\.js$/.test(id)
      ? { code: 'module.exports = () => Object.assign(() => undefined, { level: false });', map: null }
      : undefined,
};
const windowLanguages = new Set(Object.values(languages).map(({ locale }) => new Intl.Locale(locale).language));

/** What the processes and threads of the main process start with. */
const starts = {
  desktop: [at('main/main.ts')],
  desktopCalls: [at('shared/contracts/ipc/desktop-calls.ts'), at('shared/contracts/ipc/parse-call.ts')],
  backend: [at('main/worker.ts'), at('main/run-headless.ts')],
  command: [at('main/cli/run-in-electron.ts')],
  merge: [at('main/story-folder/merge-driver.ts'), at('main/platform/compile-cache.ts')],
  checker: [at('main/engine/database-tasks/database-worker.ts')],
  documents: [at('main/exporters/document-worker.ts')],
};

const notices = collectNotices();

export default defineConfig({
  main: {
    plugins: [includePagePlayer(), withoutRemoteLog, notices()],
    // Its files for Node declare a variable `require`, as electron-vite does where a file uses one. Threads of its own are not used.
    resolve: { alias: { fflate: 'fflate/browser' } },
    // The messages: as a string they are parsed several times faster than as objects in code.
    json: { stringify: true, namedExports: false },
    build: {
      target: 'node20.18',
      sourcemap: true,
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        input: {
          main: at('main/main.ts'),
          headless: at('main/headless.ts'),
          worker: at('main/worker.ts'),
          ...ifThere('checker', 'main/engine/database-tasks/database-worker.ts'),
          ...ifThere('media', 'main/assets/media-worker.ts'),
          ...ifThere('documents', 'main/exporters/document-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          // A process reads all of it at each start, and text that is ASCII faster. Names stay for the stacks in the log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
          codeSplitting: { groups: [{ name: groupByStarts(starts), includeDependenciesRecursively: false }] },
        },
      },
    },
  },
  preload: {
    plugins: [notices()],
    build: {
      target: 'node20.18',
      externalizeDeps: false,
      rolldownOptions: { input: { preload: at('main/preload.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [react(), onlyWindowLanguages, notices({ writes: true })],
    // Workers are bundles of their own.
    worker: { format: 'es', plugins: () => [notices()] },
    build: {
      target: 'chrome130',
      minify: true,
      rolldownOptions: {
        input: at('renderer/index.html'),
        // What the first drawing needs is one file, and so is the workspace with its preloaded panes: each file more is read by the main process
        // while that is busiest.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 2 },
              {
                name: 'workspace',
                test: /renderer\/(?:app\/workspace|features\/(?:assets|inspector|record-trees\/boards|targets|board\/canvas))\/(?:workspace|asset-tree|inspector|board-tree|targets-panel|board-canvas)\.tsx$/,
                priority: 1,
              },
            ],
          },
        },
      },
    },
  },
});
