// `npm test`: what a contributor runs, in less than ten minutes: the unit tests with a whole round of random cases, the conformance suite in
// this process and the slow tests (the command line and the recipes among them), all at once so that no worker waits for another; then the most
// important tests of the window in a Chromium (browser shell) and in Electron. `npm run test:deep` runs the others.
import { readCommandLine } from './command-line.mjs';
import { repoPath } from './paths.mjs';
import { TestStages } from './test-stages.mjs';

readCommandLine('npm test', {});
const stages = new TestStages({ temporaryFiles: 'memory' });
const isBuilt = await stages.build();
await stages.run(['conformance', 'slow', 'unit'], 'without a window', {
  TALEPORT_ROUNDS: process.env.TALEPORT_ROUNDS || '1',
  TALEPORT_PLACE: 'in-process',
  // The tests of the command line start it 500 times.
  NODE_COMPILE_CACHE: repoPath('out-test', 'compile-cache'),
});
if (isBuilt) {
  await stages.browser('core');
  await stages.desktop('core');
}
stages.finish('test');
