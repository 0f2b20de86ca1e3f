/** The suites with full figures, as the table of docs/soak.md lists them, the unit tests, and runs of them with new seeds until the time is up. */
import { readFileSync } from 'node:fs';
import { repoPath, vitestProgram } from '../../scripts/paths.mjs';
import { runProcess } from '../../scripts/run-process.mjs';

interface SoakSuite {
  /** As the table calls it: `kills among restores`. */
  readonly name: string;
  /** The path of its test; without one, it is all tests of the projects. */
  readonly file?: string;
  /** Of vitest.config.ts. */
  readonly projects: readonly string[];
}

/** `npm test` draws their random cases from a constant seed. */
export const unitTests: SoakSuite = { name: 'unit tests', projects: ['unit'] };

/** A file belongs to one of the two. */
const projectsOfSuites = ['deep', 'conformance'];

export const readSuites = (document = readFileSync(repoPath('docs', 'soak.md'), 'utf8')): SoakSuite[] =>
  [...document.matchAll(/^\| ([^|`]+) \(`(test\/[^`]+\.test\.ts)`\) \|/gm)].map(([, name = '', file = '']) => ({
    name,
    file,
    projects: projectsOfSuites,
  }));

/** Those whose name or path contains one of the words; `all` selects all. Throws an error that lists the names where a word selects none. */
export function selectSuites(suites: readonly SoakSuite[], words: readonly string[]): SoakSuite[] {
  const isSelected = ({ name, file = '' }: SoakSuite, word: string): boolean => word === 'all' || `${name} ${file}`.includes(word);
  const unknown = words.filter((word) => !suites.some((suite) => isSelected(suite, word)));
  if (unknown.length > 0)
    throw new Error(`No suite is called ${unknown.join(', ')}. These are: ${suites.map(({ name }) => name).join(', ')}, all.`);
  return suites.filter((suite) => words.some((word) => isSelected(suite, word)));
}

export interface SuiteRun extends SoakSuite {
  readonly seed: number;
  /** Rounds of the base figures of the tests (test/rounds.ts). */
  readonly rounds: string;
}

/** Repeats the run. */
export const commandOf = ({ file, projects, seed, rounds }: SuiteRun): string =>
  [
    `TALEPORT_SEED=${seed} TALEPORT_ROUNDS=${rounds} npx vitest run`,
    ...projects.map((name) => `--project ${name}`),
    ...(file ? [file] : []),
  ].join(' ');

/** Returns whether it passed; otherwise its output is printed. */
export async function runSuite({ file, projects, seed, rounds }: SuiteRun): Promise<boolean> {
  const vitest = [vitestProgram, 'run', ...projects.map((name) => `--project=${name}`), '--reporter=dot', ...(file ? [file] : [])];
  const env = { ...process.env, TALEPORT_SEED: String(seed), TALEPORT_ROUNDS: rounds };
  const { code, output } = await runProcess(process.execPath, vitest, { cwd: repoPath(), env, quiet: true });
  if (code !== 0) console.log(output);
  return code === 0;
}

interface SoakOptions {
  readonly rounds: string;
  readonly firstSeed: number;
  readonly isTimeUp: () => boolean;
  readonly run: (run: SuiteRun) => Promise<boolean>;
  readonly print: (line: string) => void;
}

/** Runs the suites in turn, each with a seed of its own, until the time is up; what has begun is finished. Returns the runs that failed. */
export async function soakSuites(
  suites: readonly SoakSuite[],
  { rounds, firstSeed, isTimeUp, run, print }: SoakOptions,
): Promise<SuiteRun[]> {
  const failed: SuiteRun[] = [];
  let done = 0;
  while (!isTimeUp()) {
    for (const suite of suites) {
      if (isTimeUp()) break;
      const next: SuiteRun = { ...suite, seed: firstSeed + done, rounds };
      done += 1;
      if (await run(next)) print(`${next.name}: seed ${next.seed} passed`);
      else {
        failed.push(next);
        print(`${next.name}: seed ${next.seed} FAILED. Again: ${commandOf(next)}`);
      }
    }
  }
  print(`${done} runs, ${failed.length} failed`);
  return failed;
}
