/** The mutants of a run: one small change of the sources each, made by Stryker's mutators, and what the run has found out about them. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

export const repository = resolve(import.meta.dirname, '../..');
export const mutationFolder = join(repository, 'out-test/mutation');
const mutatedSources = 'main/{rest-api,engine/decide}/**/*.ts';

export interface Mutant {
  readonly id: string;
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  readonly line: number;
  /** The offset of `original` in the source. */
  readonly start: number;
  /** The line on which `original` begins. */
  readonly lineText: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** The logger that the instrumenter requires; nothing is logged. */
const silentLogger = new Proxy({} as ConstructorParameters<typeof Instrumenter>[0], {
  get: (_, name) => (String(name).startsWith('is') ? () => false : () => undefined),
});

/**
 * Writes the sources with every mutant behind a switch (a mutant schema), and a sample of the mutants. Which mutants a seed draws only
 * depends on their own code and place.
 * @returns how many mutants there are, and the sample
 */
export async function writeMutants(
  count: number,
  seed: string,
  { keepFindings }: { keepFindings: boolean },
): Promise<{ total: number; sample: readonly Mutant[] }> {
  const names = globSync(mutatedSources, { cwd: repository }).toSorted();
  const sources = new Map(names.map((name) => [name, readFileSync(join(repository, name), 'utf8')]));
  const instrumented = await new Instrumenter(silentLogger).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const all = instrumented.mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }): Mutant => {
    const source = sources.get(fileName) ?? '';
    const from = offsetOf(source, start);
    const original = source.slice(from, offsetOf(source, end));
    const lineText = source.split('\n')[start.line]?.trim() ?? '';
    return { id, file: fileName, line: start.line + 1, start: from, lineText, mutator: mutatorName, original, replacement };
  });
  const order = ({ file, line, mutator, original, replacement }: Mutant) =>
    createHash('sha256')
      .update(`${seed} ${JSON.stringify({ id: '', file, line, mutator, original, replacement })}`)
      .digest('hex');
  const sample = all
    .map((mutant) => ({ mutant, at: order(mutant) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
  const written = {
    'sources.json': JSON.stringify(Object.fromEntries(instrumented.files.map((file) => [join(repository, file.name), file.content]))),
    'sample.json': JSON.stringify(sample, null, 1),
  };
  const isSame = Object.entries(written).every(([name, text]) => readText(name) === text);
  if (keepFindings && !isSame) throw new Error('The sources or the sample are not those of the last run, so it cannot be continued.');
  if (!keepFindings) rmSync(mutationFolder, { recursive: true, force: true });
  mkdirSync(join(mutationFolder, 'coverage'), { recursive: true });
  for (const [name, text] of Object.entries(written)) writeFileSync(join(mutationFolder, name), text);
  return { total: all.length, sample };
}

/** The offset of a position whose line and column begin at 0. */
const offsetOf = (source: string, { line, column }: { line: number; column: number }): number =>
  source.split('\n', line).reduce((sum, text) => sum + text.length + 1, column);

function readText(name: string): string | undefined {
  const file = join(mutationFolder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const readJson = (name: string): unknown => JSON.parse(readText(name) ?? '{}');

/** The sources with the switches of their mutants, by absolute path. */
export const readInstrumentedSources = () => readJson('sources.json') as Readonly<Record<string, string>>;

export const readSample = () => readJson('sample.json') as readonly Mutant[];

/** How often the tests of a file execute the mutants of the sample: by the id of the test, then by the id of the mutant. */
export type Coverage = Readonly<Record<string, Readonly<Record<string, number>>>>;

const coverageName = (testFile: string) => `coverage/${createHash('sha256').update(testFile).digest('hex')}.json`;

export function writeCoverage(testFile: string, coverage: Coverage): void {
  writeFileSync(join(mutationFolder, coverageName(testFile)), JSON.stringify(coverage));
}

export const readCoverage = (testFile: string) => readJson(coverageName(testFile)) as Coverage;

/** `killed`: a test fails with the mutant. `executed`: a test has run the mutated code. Several workers append to the same files. */
type Finding = 'killed' | 'executed';

export function addFinding(finding: Finding, mutant: string, test: string): void {
  appendFileSync(join(mutationFolder, finding), `${mutant} ${test.replaceAll('\n', ' ')}\n`);
}

/** The ids of mutants, each with the test that was first. */
export function readFindings(finding: Finding): ReadonlyMap<string, string> {
  const lines = (readText(finding) ?? '').split('\n').filter((line) => line !== '');
  return new Map(lines.toReversed().map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}
