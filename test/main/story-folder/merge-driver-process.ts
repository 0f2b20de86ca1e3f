/** The merge driver alone, for tests that git starts thousands of times: the command of the program is the same function behind its command line. */
import { mergeInProcess } from '../../../main/story-folder/merge-driver.ts';

const [, ...paths] = process.argv.slice(2);
process.exitCode = await mergeInProcess(paths);
