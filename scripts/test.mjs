// `npm test`: what a contributor runs, in less than ten minutes: the unit tests with a whole round of random cases, the conformance suite in
// this process, the slow tests (the command line and the recipes among them), and the most important tests of the window in a Chromium
// (browser shell) and in Electron. `npm run test:deep` runs the others.
import { TestStages } from './test-stages.mjs';

const stages = new TestStages();
const isBuilt = await stages.build();
const round = { TALEPORT_ROUNDS: process.env.TALEPORT_ROUNDS || '1' };
await stages.run('unit', 'unit', round);
await stages.run('conformance', 'conformance', { TALEPORT_PLACE: 'in-process' });
await stages.run('slow', 'slow', round);
if (isBuilt) {
  await stages.browser('core');
  await stages.desktop('core');
}
stages.finish('test');
