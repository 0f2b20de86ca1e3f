/**
 * `npm run bench`: measures, prints the table, and writes it with the machine's name into docs/performance.md. `-- engine` picks one,
 * `-- service 10` loads the service for so many seconds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, rejectCommandLine } from '../../scripts/command-line.mjs';
import { benchBoards } from './board.bench.ts';
import { benchEditToDisk } from './disk.bench.ts';
import { benchEngine } from './engine.bench.ts';
import { benchExport } from './export.bench.ts';
import { benchImport } from './import.bench.ts';
import { type Row, renderTable } from './measure.ts';
import { benchReads } from './reads.bench.ts';
import { benchRouting } from './routing.bench.ts';
import { benchScreen } from './screen.bench.ts';
import { benchService } from './service.bench.ts';
import { benchSync } from './sync.bench.ts';
import { benchTargets } from './targets.bench.ts';
import { benchTurns } from './turns.bench.ts';
import { benchWindow } from './window.bench.ts';

const usage = 'npm run bench -- [PART...] [SECONDS]';
const { positionals } = readCommandLine(usage, { allowPositionals: true });
const seconds = positionals.map(Number).find((each) => each > 0);
const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  engine: benchEngine,
  import: benchImport,
  export: benchExport,
  disk: benchEditToDisk,
  targets: benchTargets,
  turns: benchTurns,
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
const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`measuring: ${name}`);
  rows.push(...(await bench().catch((error: unknown) => [failedRow(name, error)])));
}
const file = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
const result = renderTable(rows);
console.log(result);
if (wanted.length === 0 && seconds === undefined) writeFileSync(file, page(result) + notes());

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
  const [cpu] = cpus();
  return `# Performance

Measured by \`npm run bench\`. Each figure is shown next to the least that has to be done, measured in the same run. Ratios are comparable
between machines; single times are not.

Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}. Durability as shipped: WAL, \`synchronous=FULL\`.

${figures}
`;
}
