/** `npm run -s differences`: real files imported and exported again, and what differs, by the rule that explains it. Fails where none does. */
import { readCommandLine } from '../../../scripts/command-line.mjs';
import { readHostedExports, skippedSuffix } from '../../hosted-exports.ts';
import { differencesOf, reportOf } from './differences.ts';

readCommandLine('npm run -s differences', {});
if (skippedSuffix !== '') console.log(`Nothing to compare${skippedSuffix}`);
for (const file of readHostedExports())
  for (const withFiles of [false, true]) {
    const differences = await differencesOf(file, { withFiles });
    console.log(`${reportOf(withFiles ? `${file.name} with its files beside it` : file.name, differences)}\n`);
    if (differences.some(({ rule }) => rule === null)) process.exitCode = 1;
  }
