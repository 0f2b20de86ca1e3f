/** The tests that `npm run mutation` lets find mutants, with the instrumented sources. test/mutation/run.ts says which pass this is. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutationFolder, readInstrumentedSources } from './test/mutation/mutants.ts';

const sources = readInstrumentedSources();

export default defineConfig({
  plugins: [
    {
      name: 'taleport-mutants',
      enforce: 'pre',
      transform: (_, id) => {
        const source = sources[id.split('?')[0] ?? ''];
        return source === undefined ? undefined : { code: source, map: null };
      },
    },
  ],
  test: {
    // The instrumented sources are transformed once for all passes. They are not those of the other configuration.
    fsModuleCache: true,
    fsModuleCachePath: join(mutationFolder, 'modules'),
    include: ['test/{conformance,every-kind}/**/*.test.ts', 'test/main/{rest-api,engine}/**/*.test.ts'],
    // Random requests find what they find by chance, and stored data and processes do not reach the mutated code in a way of their own.
    exclude: ['test/conformance/{fuzz,model}.test.ts', 'test/main/engine/storage/**', '**/*.{slow,deep}.test.ts'],
    setupFiles: ['test/setup.ts'],
    ...(process.env.TALEPORT_MUTATION ? { runner: 'test/mutation/mutation-runner.ts' } : {}),
    // A mutant may reject a promise that no test waits for.
    dangerouslyIgnoreUnhandledErrors: true,
    testTimeout: 10_000,
    hookTimeout: 10_000,
  },
});
