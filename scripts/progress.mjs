// Shows how far a download, build or compilation is: in a terminal as a line with a bar, sizes and the time left; elsewhere only what has begun.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const barWidth = 16;
const redrawInterval = 200;
/** A share that is only estimated never seems to be complete. */
const maxEstimate = 0.97;

/**
 * @typedef {object} Expected what is known before the work begins: its size, or how long it takes on an ordinary computer
 * @property {number | undefined} [bytes]
 * @property {number} [seconds]
 */
/** @typedef {(doneBytes: number, totalBytes?: number | null) => void} Report */

/** @typedef {Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>} Terminal */
/** @typedef {Expected & { label: string, done: number, startTime: number }} Job */

/**
 * The work that is being done in each terminal: work at the same time shares one bar.
 * @type {Map<Terminal, Set<Job>>}
 */
const runningJobs = new Map();

/**
 * Shows the progress of work until it ends.
 * @template T
 * @param {string} label
 * @param {Expected} expected
 * @param {(report: Report) => Promise<T>} work
 * @param {Terminal} [terminal]
 * @returns {Promise<T>}
 */
export async function showProgress(label, expected, work, terminal = process.stdout) {
  if (!terminal.isTTY) {
    terminal.write(`${label} …\n`);
    return work(() => {});
  }
  /** @type {Job} */
  const job = { ...expected, label, done: 0, startTime: performance.now() };
  const jobs = runningJobs.get(terminal) ?? new Set();
  runningJobs.set(terminal, jobs.add(job));
  const draw = () => {
    const now = performance.now();
    const line = jobsLine([...jobs].map((each) => ({ ...each, elapsed: (now - each.startTime) / 1000 })));
    terminal.write(`\r${line.slice(0, (terminal.columns || 80) - 1)}\x1b[K`);
  };
  draw();
  // The oldest job draws the bar of all.
  const timer = setInterval(() => job === [...jobs][0] && draw(), redrawInterval);
  try {
    return await work((doneBytes, totalBytes) => {
      job.done = doneBytes;
      job.bytes = totalBytes ?? job.bytes;
    });
  } finally {
    clearInterval(timer);
    jobs.delete(job);
    terminal.write(`\r${label} … ${formatDuration((performance.now() - job.startTime) / 1000)}\x1b[K\n`);
    if (jobs.size > 0) draw();
  }
}

/**
 * One line for all that is being done: `Building the app · Downloading Electron [████████░░░░░░░░] 50 %, 20 s left`. What takes longest decides.
 * @param {readonly (Expected & { label: string, done: number, elapsed: number })[]} jobs
 */
export function jobsLine(jobs) {
  const [only] = jobs;
  if (only && jobs.length === 1) return progressLine(only.label, only);
  const labels = jobs.map(({ label }) => label).join(' · ');
  const lefts = jobs.map(secondsLeft);
  if (lefts.includes(undefined)) return `${labels} [${'░'.repeat(barWidth)}] estimating the time left`;
  const left = Math.max(...lefts.map((each) => each ?? 0));
  const elapsed = Math.max(...jobs.map((each) => each.elapsed));
  const share = Math.min(elapsed / (elapsed + left), maxEstimate);
  return `${labels} ${drawBar(share)} ${Math.floor(share * 100)} %, ${left > 0 ? `about ${formatDuration(left)} left` : 'longer than usual'}`;
}

/**
 * undefined until it can be estimated
 * @param {Expected & { done: number, elapsed: number }} job
 */
function secondsLeft({ bytes, seconds = 0, done, elapsed }) {
  if (!bytes) return Math.max(0, seconds - elapsed);
  return done > 0 && elapsed >= 1 ? (elapsed * Math.max(0, bytes - done)) / done : undefined;
}

const drawBar = (/** @type {number} */ share) => {
  const filled = Math.round(share * barWidth);
  return `[${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}]`;
};

/**
 * `Downloading Electron [████████░░░░░░░░] 50 %, 55 of 110 MB, 20 s left`
 * @param {string} label
 * @param {Expected & { done: number, elapsed: number }} state `elapsed` in seconds
 */
export function progressLine(label, { bytes, seconds = 0, done, elapsed }) {
  const share = bytes ? Math.min(done / bytes, 1) : Math.min(elapsed / seconds, maxEstimate);
  const size = bytes ? [`${toMegabytes(done)} of ${toMegabytes(bytes)} MB`] : [];
  return `${label} ${drawBar(share)} ${[`${Math.floor(share * 100)} %`, ...size, timeLeft(share, elapsed, bytes ? undefined : seconds)].join(', ')}`;
}

/**
 * @param {number} share
 * @param {number} elapsed
 * @param {number | undefined} expected the seconds that it usually takes, where its share is not measured
 */
function timeLeft(share, elapsed, expected) {
  if (expected !== undefined) return elapsed < expected ? `about ${formatDuration(expected - elapsed)} left` : 'longer than usual';
  if (share === 1) return 'finishing';
  return share > 0 && elapsed >= 1 ? `${formatDuration((elapsed * (1 - share)) / share)} left` : 'estimating the time left';
}

const toMegabytes = (/** @type {number} */ bytes) => Math.round(bytes / 1_000_000);

/** @param {number} seconds */
const formatDuration = (seconds) => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`);

/**
 * Reports the size of the new files in a folder while another program writes them.
 * @template T
 * @param {string} folder
 * @param {Report} report
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reportWrittenBytes(folder, report, work) {
  const before = new Set(fileSizes(folder).keys());
  let most = 0;
  const timer = setInterval(() => {
    let written = 0;
    for (const [name, size] of fileSizes(folder)) if (!before.has(name)) written += size;
    // A finished file is moved elsewhere.
    most = Math.max(most, written);
    report(most);
  }, redrawInterval);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** @param {string} folder */
function fileSizes(folder) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  try {
    for (const name of readdirSync(folder)) sizes.set(name, statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  } catch {
    // The folder does not exist yet.
  }
  return sizes;
}
