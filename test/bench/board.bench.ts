/**
 * Boards on screen: the longest task of the page's main thread (in processor time, so that other work on the machine does not count), and
 * the first paint and the frames while panning, compared with unmodified xyflow with as many nodes at the same positions.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openEngine } from '../../main/engine/engine.ts';
import type { Environment } from '../../shared/environment.ts';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { openApp, openBrowser, openComparisonPage } from './browser.ts';
import { formatMilliseconds } from './export.bench.ts';
import type { Row } from './measure.ts';
import { longestTask, measureFrames, measureTyping, type TypingMeasure, zoomTo } from './page-measures.ts';
import { cardPosition } from './places.ts';
import { largeStory } from './stories.ts';

const large = [3000, 10_000];
/** A single longest task depends on when the browser collects garbage: each is measured on so many stories, and the median counts. */
const rounds = 5;
const sizes = [1000, 5000, 10_000];
const zooms = [1, 0.3, 0.1];
const framedCards = 1000;

/** Project hashes by the size of a board. Each story is for one measurement only, because a board opens with its last viewport. */
interface Stories {
  readonly first: string;
  readonly blocks: ReadonlyMap<number, readonly string[]>;
  readonly sized: ReadonlyMap<number, string>;
  /** With one board, whose cards fit into one frame. */
  readonly framed: string;
}

/** Stories of 20,000 elements on boards of each size. */
async function createStories(folder: string): Promise<Stories> {
  const environment = createTestEnvironment(7);
  const engine = openEngine(folder, environment);
  const made = (size: number, perBoard: number) => engine.createProject(spread(environment, size, perBoard)).hash;
  const first = made(100, 50);
  const each = (all: readonly number[]) => new Map(all.map((size) => [size, made(20_000, size)]));
  const stories = {
    first,
    blocks: new Map(large.map((size) => [size, Array.from({ length: rounds }, () => made(20_000, size))])),
    sized: each(sizes),
    framed: engine.createProject(withMargin(spread(environment, framedCards, framedCards))).hash,
  };
  await engine.close();
  return stories;
}

function spread(environment: Environment, size: number, perBoard: number): AnyRecord[] {
  let at = 0;
  return largeStory(environment, size, perBoard).map((record) =>
    record.kind === 'element' ? { ...record, ...cardPosition(at++ % perBoard), width: 300, height: 150 } : record,
  );
}

/** With room for a frame around the cards. */
const withMargin = (records: readonly AnyRecord[]): AnyRecord[] =>
  records.map((record) => (record.kind === 'element' ? { ...record, x: Number(record.x) + 400, y: Number(record.y) + 400 } : record));

export async function benchBoards(): Promise<Row[]> {
  const work = mkdtempSync(join(tmpdir(), 'taleport-boards-'));
  const stories = await createStories(join(work, 'data'));
  const browser = await openBrowser();
  const app = await openApp(browser, join(work, 'data'));
  try {
    const rows = await blocks(app.page, stories);
    const measuredRates = await measureFrameRates(app.page, (size) => openSecond(app.page, stories.sized.get(size) ?? ''));
    rows.push(...(await keystrokes(app.page, browser)), await frameDrag(app.page, stories.framed));
    const baseline = await plain(browser, join(work, 'plain'));
    return [...rows, ...compared(measuredRates, baseline)];
  } finally {
    await app.end();
    await browser.close();
    rmSync(work, { recursive: true, force: true });
  }
}

const drawn = (page: Page) => page.waitForFunction(() => document.querySelector('.board[data-ready] .react-flow__node') !== null);
const boardRow = (page: Page, at: number) =>
  page.getByRole('treegrid', { name: 'Boards' }).getByRole('row', { name: `Board ${at}`, exact: true });

async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `/project/${to}`;
  }, hash);
  await drawn(page);
}

async function blocks(page: Page, { first, blocks: byBoard }: Stories): Promise<Row[]> {
  const cdp = await page.context().newCDPSession(page);
  // Loads the code of the workspace, so that it is not measured.
  await open(page, first);
  const rows: Row[] = [];
  for (const size of large) {
    const tasks = new Map<string, number[]>();
    for (const hash of byBoard.get(size) ?? [])
      for (const [what, longest] of await measureStory(cdp, page, hash)) tasks.set(what, [...(tasks.get(what) ?? []), longest]);
    for (const [what, all] of tasks) rows.push(block(what, size, all));
    for (const { what, ours } of rows.slice(-tasks.size)) console.error(`  ${what}: ${ours}`);
  }
  return rows;
}

const routingAll = 'routing all connections of';

/** The longest task of each step on the first boards of a story, in milliseconds. */
async function measureStory(cdp: CDPSession, page: Page, hash: string): Promise<Map<string, number>> {
  const tasks = new Map<string, number>();
  const measure = async (what: string, act: () => Promise<unknown>) => tasks.set(what, await longestTask(cdp, page, act));
  const openList = async () => {
    await page.keyboard.press('Alt+l');
    await page.locator('.list-body [role=row]').first().waitFor();
  };
  const closeList = async () => {
    await page.keyboard.press('Alt+l');
    await page.locator('.board[data-ready]').waitFor();
  };
  await measure('opening the story with', () => open(page, hash));
  await measure('switching to', async () => {
    await boardRow(page, 1).click();
    await drawn(page);
  });
  await measure('panning over', () => pan(cdp, 40));
  await measure('selecting and dragging on', () => drag(page));
  await measure('fitting all of', () => page.locator('.board').press('Alt+1'));
  await measure('panning over all of', () => pan(cdp, 40));
  await zoomTo(cdp, page, 0.1 / (await zoomOf(page)));
  const { first, last, within } = await boxOf500(page);
  await measure('at 10 %, drawing a box over 500 cards of', () => dragBetween(page, first, last));
  await measure('at 10 %, dragging these 500 cards of', () => dragBetween(page, within, { x: within.x + 20, y: within.y + 120 }));
  await page.locator('.board').press('Control+z');
  await page.locator('.board').press('Alt+1');
  await measure('selecting all on', () => page.locator('.board').press('Control+a'));
  await page.locator('.board').press('Escape');
  await measure('opening the list of', openList);
  await measure('scrolling to the end of the list of', () => page.locator('.list-body [role=row]').first().press('End'));
  await closeList();
  // The canvas shows all of the board, and a worker routes its connections again: the arrival of the routes must not cost a frame.
  await openList();
  await closeList();
  await measure(routingAll, () => page.waitForTimeout(4000));
  return tasks;
}

function block(what: string, size: number, tasks: readonly number[]): Row {
  const sorted = tasks.toSorted((one, two) => one - two);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return {
    what: `longest task of the window: ${what} a board of ${size.toLocaleString('en')} (median of ${rounds})`,
    ours: `${formatMilliseconds(median / 1000)} (${formatMilliseconds((sorted[0] ?? 0) / 1000)}–${formatMilliseconds((sorted.at(-1) ?? 0) / 1000)})`,
    limit: '',
    ratio: Number.NaN,
    aim: what === routingAll ? '≤ 16 ms' : '≤ 50 ms',
    number: median,
  };
}

const zoomOf = (page: Page): Promise<number> =>
  page.locator('.react-flow__viewport').evaluate((viewport) => new DOMMatrix(getComputedStyle(viewport).transform).a);

/** Opposite corners of a box around 20 × 25 cards in view, beside the toolbars and between cards, and the middle of a card in it. */
async function boxOf500(page: Page): Promise<Readonly<Record<'first' | 'last' | 'within', { x: number; y: number }>>> {
  const board = await page.locator('.board').boundingBox();
  if (!board) throw new Error('no board is seen');
  const {
    a: zoom,
    e,
    f,
  } = await page.locator('.react-flow__viewport').evaluate((viewport) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(viewport).transform);
    return { a, e, f };
  });
  const toScreen = ({ x, y }: { x: number; y: number }) => ({ x: board.x + e + x * zoom, y: board.y + f + y * zoom });
  const step = cardPosition(101);
  const column = Math.max(0, Math.ceil((8 - e) / zoom / step.x));
  const row = Math.max(0, Math.ceil((60 - f) / zoom / step.y));
  const corner = (across: number, down: number) => toScreen({ x: across * step.x - 40, y: down * step.y - 20 });
  return {
    first: corner(column, row),
    last: corner(column + 20, row + 25),
    within: toScreen({ x: (column + 10) * step.x + 150, y: (row + 12) * step.y + 75 }),
  };
}

async function dragBetween(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 30; step++)
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 30, from.y + ((to.y - from.y) * step) / 30);
  await page.mouse.up();
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('.react-flow__node').first().boundingBox();
  if (!box) throw new Error('no card is seen');
  const [x, y] = [box.x + box.width / 2, box.y + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(x + step * 8, y + step * 4);
  await page.mouse.up();
}

/** Drags a frame around all cards of a board by its title, from the position that the title has after it was typed. */
async function frameDrag(page: Page, hash: string): Promise<Row> {
  await open(page, hash);
  await page.locator('.board').press('Control+a');
  await page.locator('.board').press('Control+g');
  await page.locator('.card-editor [role=textbox]').first().waitFor();
  await page.keyboard.type('Everything');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1500);
  const box = await page.locator('.frame-title').boundingBox();
  if (!box) throw new Error('no frame is seen');
  const [x, y] = [box.x + Math.min(20, box.width / 2), box.y + box.height / 2];
  const { rate, longest } = await measureFrames(page, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 60; step++) await page.mouse.move(x + step * 3, y + step * 2);
    await page.mouse.up();
  });
  return {
    what: `frames per second while dragging a frame with ${framedCards.toLocaleString('en')} cards`,
    ours: `${rate.toFixed(0)} (longest ${longest.toFixed(0)} ms)`,
    limit: '60',
    ratio: rate / 60,
    aim: '60',
    number: rate,
    isRate: true,
  };
}

/** The longest time to pan, in milliseconds: a page that hangs would take minutes for all steps. */
const MOST = 4000;

/** Pans with the wheel, which works the same on both pages. */
async function pan(cdp: CDPSession, steps: number): Promise<void> {
  const end = performance.now() + MOST;
  for (let step = 0; step < steps && performance.now() < end; step++)
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 640, y: 400, deltaX: 30, deltaY: step % 20 < 10 ? 24 : -24 });
}

interface FrameRates {
  readonly size: number;
  /** Seconds until the cards are painted. */
  readonly paint: number;
  /** Frames a second and the longest frame in milliseconds, by zoom. */
  readonly frames: ReadonlyMap<number, { readonly rate: number; readonly longest: number }>;
}

async function measureFrameRates(page: Page, show: (size: number) => Promise<number>): Promise<FrameRates[]> {
  const cdp = await page.context().newCDPSession(page);
  const all: FrameRates[] = [];
  for (const size of sizes) {
    const paint = await show(size);
    const frames = new Map<number, { rate: number; longest: number }>();
    for (const [at, zoom] of zooms.entries()) {
      await zoomTo(cdp, page, at === 0 ? 1 : zoom / (zooms[at - 1] ?? 1));
      frames.set(zoom, await measureFrames(page, () => pan(cdp, 90)));
    }
    all.push({ size, paint, frames });
    console.error(
      `  ${size}: ${formatMilliseconds(paint)}, ${[...frames].map(([zoom, { rate }]) => `${zoom}: ${rate.toFixed(0)}`).join(', ')}`,
    );
  }
  return all;
}

/** Seconds from the click on another board of an open story until its cards are painted; then at zoom 1. */
async function openSecond(page: Page, hash: string): Promise<number> {
  await open(page, hash);
  const row = boardRow(page, 1);
  await row.waitFor();
  // What is loaded after a story was opened is measured separately.
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    Reflect.set(window, 'painted', undefined);
    window.addEventListener(
      'pointerdown',
      () => {
        const began = performance.now();
        const before = document.querySelector('.react-flow__node');
        const look = () => {
          if (document.querySelector('.board[data-ready] .react-flow__node') && !before?.isConnected)
            requestAnimationFrame(() => setTimeout(() => Reflect.set(window, 'painted', performance.now() - began)));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
  await row.click();
  const painted = await page.waitForFunction(() => Reflect.get(window, 'painted') as number | undefined, null, { timeout: 120_000 });
  await page.locator('.board').press('Alt+0');
  return Number(await painted.jsonValue()) / 1000;
}

async function plain(browser: Browser, out: string): Promise<FrameRates[]> {
  const { page, end } = await openComparisonPage(browser, out);
  const frameRates = await measureFrameRates(page, (size) =>
    page.evaluate(
      (count) =>
        new Promise<number>((painted) => {
          const began = performance.now();
          window.show?.(count);
          const look = () => {
            if (document.querySelector('.react-flow__node')?.checkVisibility({ visibilityProperty: true }))
              requestAnimationFrame(() => setTimeout(() => painted((performance.now() - began) / 1000)));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
      size,
    ),
  );
  await end();
  return frameRates;
}

function compared(measuredRates: readonly FrameRates[], baseline: readonly FrameRates[]): Row[] {
  return measuredRates.flatMap(({ size, paint, frames }, at) => {
    const other = baseline[at];
    const cards = size.toLocaleString('en');
    const first = {
      what: `first paint of a board of ${cards}, compared with plain xyflow`,
      ours: formatMilliseconds(paint),
      limit: formatMilliseconds(other?.paint ?? 0),
      ratio: paint / (other?.paint ?? Number.NaN),
      aim: '≤ 300 ms, never slower',
      number: paint,
    };
    const formatRate = (each: { rate: number; longest: number } | undefined) =>
      each ? `${each.rate.toFixed(0)} (longest ${each.longest.toFixed(0)} ms)` : '';
    return [
      first,
      ...zooms.map((zoom) => {
        const [measured, its] = [frames.get(zoom), other?.frames.get(zoom)];
        return {
          what: `frames per second while panning a board of ${cards} at zoom ${zoom}`,
          ours: formatRate(measured),
          limit: formatRate(its),
          ratio: (measured?.rate ?? 0) / (its?.rate ?? Number.NaN),
          aim: '60, never fewer',
          number: measured?.rate ?? 0,
          isRate: true,
        };
      }),
    ];
  });
}

const sentence = 'the old door opens slowly and behind it stands a lamp that nobody has lit for a hundred years';

/**
 * Creates an element on the open board of 10,000 for each place and types its title and content there. The comparison is a page with nothing but a
 * field.
 */
async function keystrokes(page: Page, browser: Browser): Promise<Row[]> {
  await page.locator('.board').press('Alt+0');
  const least = await bareKeystrokes(browser);
  const rows: Row[] = [];
  for (const [place, within] of Object.entries({ 'in the inspector': '.inspector', 'on the card': '.card-editor' })) {
    await page.locator('.board').press('Alt+Shift+e');
    await page.locator('.card-editor').waitFor();
    for (const name of ['Title', 'Content']) {
      await page.locator(within).getByRole('textbox', { name, exact: true }).click();
      // Typed once without measuring, so that all code has run.
      await measureTyping(page, `${sentence} `);
      const { p95, work } = await measureTyping(page, sentence);
      rows.push({
        what: `keystroke to paint in ${name === 'Title' ? 'a title' : 'a content'} ${place}, board of 10,000 (p95; processor time for each key)`,
        ours: `${formatMilliseconds(p95 / 1000)}; ${work.toFixed(1)} ms`,
        limit: `${formatMilliseconds(least.p95 / 1000)}; ${least.work.toFixed(1)} ms (a page with only a text field)`,
        ratio: p95 / least.p95,
        aim: '≤ 16 ms',
        number: p95,
      });
    }
  }
  return rows;
}

async function bareKeystrokes(browser: Browser): Promise<TypingMeasure> {
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  await page.setContent('<div contenteditable role="textbox"><p>Write</p></div>');
  await page.getByRole('textbox').click();
  await measureTyping(page, `${sentence} `);
  const least = await measureTyping(page, sentence);
  await page.close();
  return least;
}
