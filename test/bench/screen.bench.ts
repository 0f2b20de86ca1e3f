/** The window with large stories: a search in 100,000 texts compared with a plain scan of them, opening, and memory. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openEngine } from '../../main/engine/engine.ts';
import { searchableTexts } from '../../renderer/records/search/searchable-texts.ts';
import { TextIndex } from '../../renderer/records/search/text-index.ts';
import { pageConnectionPath, pageProtocol } from '../../shared/contracts/page-connection.ts';
import { pageSecretStorageKey } from '../../shared/contracts/page-secret.ts';
import { runSteps } from '../../shared/lists.ts';
import { Project } from '../../shared/model/project.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { openApp, openBrowser } from './browser.ts';
import { formatMilliseconds } from './export.bench.ts';
import { measureSeconds, median, type Row } from './measure.ts';
import { largeStory } from './stories.ts';

const TEXTS = 100_000;
const MOST = 200;

export async function benchScreen(): Promise<Row[]> {
  return [await finding(), ...(await windows())];
}

const p95 = (times: readonly number[]): number => [...times].sort((one, two) => one - two)[Math.floor(times.length * 0.95)] ?? Number.NaN;

/** What is typed, letter by letter: rare words, common ones, and ones that do not occur. */
const typed = ['lamp', 'behind it', 'nobody has lit', 'v17 +=', 'rain falls', 'lantern', 'zzz'].flatMap((words) =>
  Array.from(words, (_, at) => words.slice(0, at + 1)),
);

async function finding(): Promise<Row> {
  const project = new Project(largeStory(createTestEnvironment(7), TEXTS / 4, 500));
  const index = new TextIndex(project);
  await index.refresh({ pause: async () => undefined, isCurrent: () => true });
  const texts = [...project.records()].flatMap((record) => searchableTexts(record).map((part) => part.text));
  const time = (search: (words: string) => unknown) => {
    const times: number[] = [];
    for (let round = 0; round < 4; round++)
      for (const words of typed) {
        // Processor time, so that other work on the machine does not count.
        const { user: before } = process.threadCpuUsage();
        search(words);
        times.push((process.threadCpuUsage().user - before) / 1e6);
      }
    return p95(times.slice(typed.length));
  };
  const ours = time((words) => runSteps(index.search({ text: words, matchCase: false, wholeWords: false }, () => true, MOST)));
  const bare = time((words) => texts.filter((text) => text.toLowerCase().includes(words)).length);
  return {
    what: `search in ${texts.length.toLocaleString('en')} texts, p95 of ${typed.length * 3} keystrokes`,
    ours: formatMilliseconds(ours),
    limit: `${formatMilliseconds(bare)} (a bare scan)`,
    ratio: ours / bare,
    aim: '≤ 50 ms',
    number: ours,
  };
}

async function windows(): Promise<Row[]> {
  const work = mkdtempSync(join(tmpdir(), 'taleport-screen-'));
  const environment = createTestEnvironment(7);
  const engine = openEngine(join(work, 'data'), environment);
  const [one = '', other = '', small = '', large = ''] = [5000, 5000, 1, 20_000].map(
    (size) => engine.createProject(largeStory(environment, size, 500)).hash,
  );
  await engine.close();
  const browser = await openBrowser();
  const app = await openApp(browser, join(work, 'data'));
  try {
    return [...(await opening(app.page, [one, other])), ...(await memory(app, small, large))];
  } finally {
    await app.end();
    await browser.close();
    rmSync(work, { recursive: true, force: true });
  }
}

async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `/project/${to}`;
  }, hash);
  await page.locator('.board[data-ready] .react-flow__node').first().waitFor();
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '/';
  });
  await page.locator('.project-list').waitFor();
}

/** The time from the click to the board with its items, compared with only requesting the records. */
async function opening(page: Page, hashes: readonly [string, string]): Promise<Row[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  const work: number[] = [];
  const ours: number[] = [];
  const asked: number[] = [];
  for (let round = 0; round < 8; round++) {
    const hash = hashes[round % 2] ?? '';
    await leave(page);
    const before = await busy();
    ours.push(await measureSeconds(() => open(page, hash)));
    work.push((await busy()) - before);
    asked.push(
      await page.evaluate(
        async ({ path, protocol, key, text }) => {
          const socket = new WebSocket(path, [protocol, sessionStorage.getItem(key) ?? '']);
          await new Promise((resolve) => {
            socket.onopen = resolve;
          });
          const began = performance.now();
          await new Promise<void>((resolve) => {
            socket.onmessage = ({ data }) => 'result' in JSON.parse(data) && resolve();
            socket.send(text);
          });
          const duration = (performance.now() - began) / 1000;
          socket.close();
          return duration;
        },
        {
          path: pageConnectionPath,
          protocol: pageProtocol,
          key: pageSecretStorageKey,
          text: JSON.stringify({ id: 1, name: 'project.read', input: { hash } }),
        },
      ),
    );
  }
  const [mine, least] = [median(ours.slice(2)), median(asked.slice(2))];
  const limit = `${formatMilliseconds(least)} (its records only)`;
  const spent = median(work.slice(2));
  const what = 'opening a project of 5,000 elements up to its board';
  return [
    { what, ours: formatMilliseconds(mine), limit, ratio: mine / least, aim: '≤ 1 s', number: mine },
    {
      what: `${what}: processor time of the window`,
      ours: formatMilliseconds(spent),
      limit: '',
      ratio: Number.NaN,
      aim: '',
      number: spent,
    },
  ];
}

async function memory({ page, pid }: { page: Page; pid: number | undefined }, small: string, large: string): Promise<Row[]> {
  const cdp = await page.context().newCDPSession(page);
  const heap = async (hash: string) => {
    await leave(page);
    await open(page, hash);
    // A search reads all texts, and what it caches counts.
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(3000);
    await page.keyboard.press('Escape');
    await cdp.send('HeapProfiler.enable');
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  };
  const least = await heap(small);
  const ours = await heap(large);
  const rows = [inMegabytes('memory of the window with 20,000 elements, after one search', ours, least, 'with one element')];
  const whole = pid === undefined ? null : residentMegabytes(pid);
  if (whole !== null) rows.push(inMegabytes('memory of the backend', whole, process.memoryUsage().rss / 1e6, 'the measuring process'));
  return rows;
}

const inMegabytes = (what: string, ours: number, least: number, beside: string): Row => ({
  what,
  ours: `${Math.round(ours)} MB`,
  limit: `${Math.round(least)} MB (${beside})`,
  ratio: ours / least,
  aim: '',
  number: ours,
});

/** null where the system does not report it. */
function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1000;
  } catch {
    return null;
  }
}
