// `npm run check`: types, lint and unit tests, side by side. Prints the output of each as it ends.
import { readCommandLine } from './command-line.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { exitOnOldNode } from './node-version.mjs';
import { repoPath, vitestProgram } from './paths.mjs';
import { runProcess } from './run-process.mjs';

readCommandLine('npm run check', {});
exitOnOldNode();

/** @type {readonly (readonly [name: string, program: string, args: readonly string[]])[]} */
const checks = [
  ['types', repoPath('node_modules', 'typescript', 'bin', 'tsc'), ['--noEmit']],
  ['lint', repoPath('node_modules', '@biomejs', 'biome', 'bin', 'biome'), ['check']],
  ['unit tests', vitestProgram, ['run', '--project', 'unit']],
];

// In MB. Without it, V8's own threads, which collect garbage and compile, used a quarter of the processor time of the unit tests.
const roomForNewObjects = '--max-semi-space-size=64';
const memoryFolder = makeMemoryFolder();
const env = {
  ...process.env,
  ...(memoryFolder && { TMPDIR: memoryFolder }),
  // Threads and processes that tests start load the sources without Vite.
  NODE_COMPILE_CACHE: repoPath('out-test', 'compile-cache'),
};

const start = performance.now();
const codes = await Promise.all(
  checks.map(async ([name, program, args]) => {
    const { code, output } = await runProcess(process.execPath, [roomForNewObjects, program, ...args], {
      cwd: repoPath(),
      env,
      quiet: true,
    });
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${output.trimEnd()}\n── ${name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s) ──\n`);
    return code;
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
