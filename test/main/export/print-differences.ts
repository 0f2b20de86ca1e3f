/** `npm run -s differences`: real files imported and exported again, and what differs, by the rule that explains it. Fails where none does. */
import { leftOut, realFiles } from '../../real-files.ts';
import { differencesOf, reportOf } from './differences.ts';

if (leftOut !== '') console.log(`Nothing to compare${leftOut}`);
for (const file of realFiles())
  for (const withFiles of [false, true]) {
    const differences = await differencesOf(file, { withFiles });
    console.log(`${reportOf(withFiles ? `${file.name} with its files beside it` : file.name, differences)}\n`);
    if (differences.some(({ rule }) => rule === null)) process.exitCode = 1;
  }
