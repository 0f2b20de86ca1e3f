// `npm run test:deep`: the tests that are too slow for `npm test`: kills, planted bugs, long days of sync, the conformance suite over
// HTTP, the other tests of the window, and the packed app. Its files are on the disk, those of `npm test` in memory. TALEPORT_ROUNDS=full
// runs the figures that docs/soak.md records, and all tests of the window in both shells.
import { readCommandLine } from './command-line.mjs';
import { TestStages } from './test-stages.mjs';

readCommandLine('npm run test:deep', {});
const stages = new TestStages({ temporaryFiles: 'disk' });
const isBuilt = await stages.build();
await stages.run('deep', 'deep', { TALEPORT_ROUNDS: process.env.TALEPORT_ROUNDS || '2' });
await stages.run('conformance', 'conformance over HTTP', { TALEPORT_PLACE: 'serve' }, 'the service in this process');
if (isBuilt) {
  await stages.windows();
  await stages.browser('rest');
  await stages.desktop('rest');
}
stages.finish('test-deep');
