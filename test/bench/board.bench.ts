/** The longest that the window's main thread is held up on large boards: processor time of one task, so that other work on the machine does not count. */
import { join } from 'node:path';
import type { CDPSession, ElectronApplication, Page } from 'playwright-core';
import { openEngine } from '../../main/engine/engine.ts';
import type { AnyRecord } from '../../shared/kinds/all.ts';
import type { World } from '../../shared/world.ts';
import { stillWorld } from '../world.ts';
import { ms } from './export.bench.ts';
import type { Row } from './measure.ts';
import { largeStory } from './stories.ts';

const sizes = [3000, 20_000];

interface Stories {
  readonly first: string;
  readonly large: readonly { readonly size: number; readonly hash: string }[];
}

/** Two boards of each size, in a data folder that the window opens later. */
export async function layStories(folder: string): Promise<Stories> {
  const world = stillWorld(7);
  const engine = openEngine(join(folder), world);
  const made = (size: number, perBoard: number) => engine.create(spread(world, size, perBoard)).hash;
  const stories = { first: made(100, 50), large: sizes.map((size) => ({ size, hash: made(2 * size, size) })) };
  await engine.close();
  return stories;
}

/** Cards beside each other, as a writer would lay them. */
function spread(world: World, size: number, perBoard: number): AnyRecord[] {
  let at = 0;
  return largeStory(world, size, perBoard).map((record) => {
    if (record.kind !== 'element') return record;
    const place = at++ % perBoard;
    return { ...record, x: (place % 100) * 380, y: Math.floor(place / 100) * 190, width: 300, height: 150 };
  });
}

export async function benchBoards(app: ElectronApplication, page: Page, { first, large }: Stories): Promise<Row[]> {
  const cdp = await app.context().newCDPSession(page);
  const open = async (hash: string) => {
    await page.evaluate((to) => {
      location.hash = `/project/${to}`;
    }, hash);
    await drawn(page);
  };
  // The code of the workspace has been loaded once.
  await open(first);
  const rows: Row[] = [];
  for (const { size, hash } of large) {
    const longest = async (what: string, act: () => Promise<unknown>) => rows.push(row(what, size, await longestTask(cdp, page, act)));
    await longest('opening', () => open(hash));
    await longest('switching to another', async () => {
      await page.getByRole('treegrid', { name: 'Boards' }).getByRole('row', { name: 'Board 1' }).click();
      await drawn(page);
    });
    await longest('selecting and dragging on', () => drag(page));
    await longest('seeing all of', () => page.locator('.board').press('1'));
    await longest('selecting all on', () => page.locator('.board').press('Control+a'));
  }
  return rows;
}

const drawn = (page: Page) => page.waitForFunction(() => document.querySelector('.board[data-ready] .react-flow__node') !== null);

async function drag(page: Page): Promise<void> {
  const box = await page.locator('.react-flow__node').first().boundingBox();
  if (!box) throw new Error('no card is seen');
  const [x, y] = [box.x + box.width / 2, box.y + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(x + step * 8, y + step * 4);
  await page.mouse.up();
}

interface Traced {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of the longest task of the page's main thread, until half a second after. */
async function longestTask(cdp: CDPSession, page: Page, act: () => Promise<unknown>): Promise<number> {
  const events: Traced[] = [];
  const take = ({ value }: { value: unknown }) => events.push(...(value as Traced[]));
  cdp.on('Tracing.dataCollected', take);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  await act();
  await page.waitForTimeout(500);
  const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', take);
  const main = events.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = events.filter(({ name, pid, tid }) => name.includes('RunTask') && pid === main?.pid && tid === main.tid);
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

const row = (what: string, size: number, longest: number): Row => ({
  what: `longest task of the window: ${what} a board of ${size.toLocaleString('en')}`,
  ours: ms(longest / 1000),
  limit: '',
  ratio: Number.NaN,
  aim: '≤ 50 ms',
  number: longest,
});
