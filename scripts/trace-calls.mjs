// Loaded with --import into a program of this repository: records which of its files run functions between two messages of the parent process, `start`
// and `stop`. The evaluation of a module does not count.
import { Session } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repoPath } from './paths.mjs';

const session = new Session();
session.connect();

process.on('message', (message) => {
  if (message === 'start') {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false }, () => process.send?.([]));
  } else if (message === 'stop') {
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      const called = result.filter(({ functions }) => functions.some(isCalledFunction)).map(({ url }) => url);
      const files = called.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
      process.send?.(files.map((file) => relative(repoPath(), file).replaceAll('\\', '/')));
    });
  }
});
// Listening must not keep the program running.
process.channel?.unref();

/** @param {import('node:inspector').Profiler.FunctionCoverage} coverage */
function isCalledFunction({ functionName, ranges }) {
  // The first "function" of a script is the module itself, without a name and from its first character.
  return !(functionName === '' && ranges[0]?.startOffset === 0) && ranges.some(({ count }) => count > 0);
}
