// `npm test`: what a contributor runs, in less than ten minutes: the unit tests, the conformance suite in this process, the command line, and
// the most important tests of the window in a Chromium (browser shell) and in Electron. `npm run test:deep` runs the others.
import { TestStages } from './test-stages.mjs';

const stages = new TestStages();
const isBuilt = await stages.build();
await stages.run('unit', 'unit');
await stages.run('conformance', 'conformance', { TALEPORT_PLACE: 'in-process' });
await stages.run('processes', 'processes');
if (isBuilt) {
  await stages.browser('core');
  await stages.desktop('core');
}
stages.finish('test');
