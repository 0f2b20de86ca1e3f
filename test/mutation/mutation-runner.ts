/**
 * Runs each test once for every mutant that it executes and that no other test has killed yet, in the process in which the test runs
 * anyway. TALEPORT_MUTATION says which of the two passes this is: `coverage` records which mutants each test executes, `mutants` tries them.
 */
import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner, type TestTryOptions } from 'vitest';
import { isEquivalent } from './equivalent-mutants.ts';
import { addFinding, type Coverage, readCoverage, readFindings, readSample, writeCoverage } from './mutants.ts';

/** What the instrumented sources read and write. */
interface MutantSwitch {
  activeMutant?: string;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const global = globalThis as { __stryker__?: MutantSwitch };
global.__stryker__ ??= {};
const mutantSwitch = global.__stryker__;
mutantSwitch.activeMutant = '';

const isCoveragePass = process.env.TALEPORT_MUTATION === 'coverage';

/** What an attempt to run a test tries. */
type Attempt = { readonly mutant: string } | 'original' | 'nothing';

// biome-ignore lint/style/noDefaultExport: Vitest loads a runner by its default export
export default class MutationRunner extends TestRunner {
  private readonly sample = new Set(readSample().flatMap((mutant) => (isEquivalent(mutant) ? [] : mutant.id)));
  private coverage: Coverage = {};
  private candidates: readonly string[] = [];
  private attempt: Attempt = 'original';
  /** The mutant with which the test has just failed. It counts as killed when the test passes again without it. */
  private suspect: string | undefined;
  private isUsable = true;

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    if (isFile(suite) && !isCoveragePass) this.coverage = readCoverage(suite.filepath);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (isFile(suite) && isCoveragePass) writeCoverage(suite.filepath, this.coverageOfSample());
  }

  private coverageOfSample(): Coverage {
    const tests = Object.entries(mutantSwitch.mutantCoverage?.perTest ?? {});
    return Object.fromEntries(
      tests.map(([test, counts]) => [test, Object.fromEntries(Object.entries(counts).filter(([id]) => this.sample.has(id)))]),
    );
  }

  /** After the first attempt, each mutant takes two: one with it, and one without it where the test has failed. */
  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (isCoveragePass) return;
    const killed = readFindings('killed');
    this.candidates = Object.keys(this.coverage[test.id] ?? {}).filter((id) => !killed.has(id));
    this.suspect = undefined;
    this.isUsable = true;
    if (this.candidates.length === 0) test.mode = 'skip';
    test.repeats = 2 * this.candidates.length;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    if (isCoveragePass) mutantSwitch.currentTestId = test.id;
    else this.prepareAttempt(test, options.repeats);
  }

  private prepareAttempt(test: RunnerTestCase, repeats: number): void {
    const mutant = repeats % 2 === 1 ? this.candidates[(repeats - 1) / 2] : undefined;
    if (!this.isUsable) this.attempt = 'nothing';
    else if (mutant !== undefined) this.attempt = { mutant };
    else this.attempt = repeats === 0 || this.suspect !== undefined ? 'original' : 'nothing';
    if (typeof this.attempt !== 'object') return;
    mutantSwitch.activeMutant = this.attempt.mutant;
    mutantSwitch.hitCount = 0;
    // A mutant that is executed so much more often than the original code is in an endless loop.
    mutantSwitch.hitLimit = 1000 + 100 * (this.coverage[test.id]?.[this.attempt.mutant] ?? 0);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.attempt !== 'nothing') await TestRunner.getTestFn(test)();
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    if (isCoveragePass) mutantSwitch.currentTestId = undefined;
    else this.judgeAttempt(test);
  }

  private judgeAttempt(test: RunnerTestCase): void {
    mutantSwitch.activeMutant = '';
    const hasFailed = test.result?.state === 'fail';
    if (typeof this.attempt === 'object') {
      if ((mutantSwitch.hitCount ?? 0) > 0) addFinding('executed', this.attempt.mutant, test.fullTestName);
      if (hasFailed) this.suspect = this.attempt.mutant;
    } else if (this.attempt === 'original') {
      if (hasFailed) this.isUsable = false;
      else if (this.suspect !== undefined) addFinding('killed', this.suspect, `${test.file.name} > ${test.fullTestName}`);
      this.suspect = undefined;
    }
    if (!hasFailed || !test.result) return;
    test.result.state = 'pass';
    test.result.errors = [];
    if (!this.isUsable) console.log(`No longer usable: ${test.file.name} > ${test.fullTestName}`);
  }
}

const isFile = (suite: RunnerTestSuite): suite is RunnerTestFile => 'filepath' in suite;
