/**
 * `npm run bench`: measures, prints the table, and writes it with the machine's name into docs/performance.md. `-- engine` picks one part,
 * `-- service 10` loads the service for so many seconds, `--runs 3` takes the median of three runs. `--json FILE` keeps the figures, and
 * `--compare FILE` fails where one is more than 1.10 times as bad as it was then, measured up to three times.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, readNumberOption, rejectCommandLine } from '../../scripts/command-line.mjs';
import { benchBoards } from './board.bench.ts';
import { type Comparison, compareRuns, figuresOf, medianRows, parseFigures } from './compare.ts';
import { benchConflicts } from './conflicts.bench.ts';
import { benchEditToDisk } from './disk.bench.ts';
import { benchEngine } from './engine.bench.ts';
import { benchExport } from './export.bench.ts';
import { benchImport } from './import.bench.ts';
import { type Row, renderTable } from './measure.ts';
import { benchReads } from './reads.bench.ts';
import { benchRouting } from './routing.bench.ts';
import { benchScreen } from './screen.bench.ts';
import { benchService } from './service.bench.ts';
import { benchStoryFolders } from './story-folder.bench.ts';
import { benchSync } from './sync.bench.ts';
import { benchTargets } from './targets.bench.ts';
import { benchTurns } from './turns.bench.ts';
import { benchWindow } from './window.bench.ts';

const usage = 'npm run bench -- [PART...] [SECONDS] [--runs NUMBER] [--json FILE] [--compare FILE]';
const { positionals, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' }, json: { type: 'string' }, compare: { type: 'string' } },
});
const runs = readNumberOption(usage, 'runs', values.runs);
/** As many as tell a figure that got worse from one that varies. */
const comparedRuns = 3;
const seconds = positionals.map(Number).find((each) => each > 0);
const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  engine: benchEngine,
  import: benchImport,
  export: benchExport,
  disk: benchEditToDisk,
  folders: benchStoryFolders,
  targets: benchTargets,
  turns: benchTurns,
  conflicts: benchConflicts,
  reads: benchReads,
  service: () => benchService(seconds),
  sync: benchSync,
  window: benchWindow,
  board: benchBoards,
  routing: benchRouting,
  screen: benchScreen,
};
const wanted = positionals.filter((each) => !(Number(each) > 0));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) rejectCommandLine(usage, `No such part: ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`);
const before = values.compare === undefined ? undefined : parseFigures(readFileSync(values.compare, 'utf8')).rows;
const { machine, rows } = await measureAll();
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figuresOf(machine, rows), null, 2));
const file = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
const result = renderTable(rows);
console.log(result);
if (before) reportComparison();
else if (wanted.length === 0 && seconds === undefined) writeFileSync(file, page(result) + notes());

async function measureAll(): Promise<{ machine: string; rows: Row[] }> {
  const [cpu] = cpus();
  const measured: Row[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const ofPart: Row[][] = [];
    do {
      console.error(`measuring: ${name}${ofPart.length > 0 ? ` (run ${ofPart.length + 1})` : ''}`);
      ofPart.push(await bench().catch((error: unknown) => [failedRow(name, error)]));
    } while (ofPart.length < runs || (before && ofPart.length < comparedRuns && worseThan(before, medianRows(ofPart)).length > 0));
    measured.push(...medianRows(ofPart));
  }
  return {
    machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}`,
    rows: measured,
  };
}

function worseThan(earlier: Parameters<typeof compareRuns>[0], measured: readonly Row[]): readonly Comparison[] {
  return compareRuns(earlier, figuresOf('', measured).rows).worse;
}

function reportComparison(): void {
  const { worse, better, notCompared } = compareRuns(before ?? [], figuresOf(machine, rows).rows);
  const print = (title: string, lines: readonly string[]) => lines.length > 0 && console.log(`\n${title}:\n${lines.join('\n')}`);
  const withFactor = ({ what, factor }: Comparison) => `${factor.toFixed(2)} × ${what}`;
  print('Better', better.map(withFactor));
  if (wanted.length === 0) print('Not compared', notCompared);
  print('Worse', worse.map(withFactor));
  if (worse.length > 0) process.exitCode = 1;
}

/** A part that fails does not discard the figures of the others: its row has the reason, and the command fails at the end. */
function failedRow(name: string, error: unknown): Row {
  console.error(error);
  process.exitCode = 1;
  const reason = String(error).split('\n')[0] ?? '';
  return { what: `${name}: not measured (${reason.replaceAll('|', '/')})`, ours: '', limit: '', ratio: Number.NaN, aim: '', number: 0 };
}

/** The text below the table is written by hand and kept. */
function notes(): string {
  const text = readFileSync(file, 'utf8');
  return text.includes('\n## ') ? text.slice(text.indexOf('\n## ')) : '';
}

function page(figures: string): string {
  return `# Performance

Measured by \`npm run bench\`. Each figure is shown next to the least that has to be done, measured in the same run. Ratios are comparable
between machines; single times are not.

Machine: ${machine}. Durability as shipped: WAL, \`synchronous=FULL\`.

${figures}
`;
}
