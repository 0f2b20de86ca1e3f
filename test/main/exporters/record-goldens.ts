/** `npm run goldens`: records the golden exports anew. What has changed is for the eye, in review: `git diff test/golden`. */
import { readCommandLine } from '../../../scripts/command-line.mjs';
import { goldenFolder, recordGoldens } from './goldens.ts';

readCommandLine('npm run goldens', {});
const { files, bytes } = await recordGoldens();
console.log(`${files} golden exports, ${(bytes / 1e6).toFixed(1)} MB, in ${goldenFolder}`);
