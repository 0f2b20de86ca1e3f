// `npm run test:windows`: the tests of targets, data folder and command line in Node for Windows; under Wine where this is not Windows.
import { readCommandLine } from './command-line.mjs';
import { TestStages } from './test-stages.mjs';

readCommandLine('npm run test:windows', {});
const stages = new TestStages({ temporaryFiles: 'disk' });
if (await stages.build()) await stages.windows();
stages.finish('test-windows');
