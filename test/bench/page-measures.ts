/** Measures a page from outside: its longest task, its frames, the time from a key to the next paint. */
import type { CDPSession, Page } from 'playwright-core';

interface Traced {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** When it began, its duration, and how much processor time it took, in microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread until half a second after `act`, in milliseconds. */
export async function longestTask(cdp: CDPSession, page: Page, act: () => Promise<unknown>): Promise<number> {
  const events: Traced[] = [];
  const take = ({ value }: { value: unknown }) => events.push(...(value as Traced[]));
  cdp.on('Tracing.dataCollected', take);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing', 'disabled-by-default-devtools.timeline'] },
  });
  // Starting the trace takes time on the page: only what follows the mark counts.
  await page.waitForTimeout(300);
  await page.evaluate(() => performance.mark('measured from here'));
  await act();
  await page.waitForTimeout(500);
  const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', take);
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const begin = events.find(({ name }) => name === 'measured from here')?.ts ?? 0;
  const tasks = events.filter(
    ({ name, pid, tid, ts }) => ts > begin && name.includes('RunTask') && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  // Chromium sometimes adds processor time of earlier tasks to a task, so that it exceeds the duration of the task.
  return Math.max(0, ...tasks.map(({ tdur = 0, dur = tdur }) => Math.min(dur, tdur))) / 1000;
}

/** Frames a second while `act` runs, and the longest one in milliseconds. */
export async function measureFrames(page: Page, act: () => Promise<unknown>): Promise<{ rate: number; longest: number }> {
  await page.evaluate(() => {
    const times: number[] = [];
    const count = (time: number) => {
      times.push(time);
      if (!Reflect.get(window, 'still')) requestAnimationFrame(count);
    };
    Reflect.set(window, 'still', false);
    Reflect.set(window, 'times', times);
    requestAnimationFrame(count);
  });
  await act();
  const times = await page.evaluate(() => {
    Reflect.set(window, 'still', true);
    return Reflect.get(window, 'times') as number[];
  });
  const frames = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const all = frames.reduce((sum, time) => sum + time, 0);
  return { rate: (frames.length * 1000) / all, longest: Math.max(...frames) };
}

/** Zooms around the middle by this factor, as a pinch does. */
export async function zoomTo(cdp: CDPSession, page: Page, factor: number): Promise<void> {
  const wheel = { type: 'mouseWheel', x: 640, y: 400, deltaX: 0, modifiers: 2 } as const;
  // In steps: a page does not handle the whole distance in one move.
  for (let step = 0; step < 8; step++) await cdp.send('Input.dispatchMouseEvent', { ...wheel, deltaY: -Math.log2(factor) / 0.002 / 8 });
  await page.waitForTimeout(700);
}

export interface TypingMeasure {
  /** Milliseconds from a key to the end of the next frame, including the wait for it: the 95th percentile. */
  readonly p95: number;
  /** Processor time of the page's main thread for a key in milliseconds, including occasional saves. */
  readonly work: number;
}

/** Types into the focused field. */
export async function measureTyping(page: Page, words: string): Promise<TypingMeasure> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  await page.evaluate(() => {
    const times: number[] = [];
    const note = ({ timeStamp }: KeyboardEvent) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp)));
    Reflect.set(window, 'times', times);
    Reflect.set(window, 'noting', note);
    window.addEventListener('keydown', note, true);
  });
  const before = await busy();
  await page.keyboard.type(words, { delay: 40 });
  const work = ((await busy()) - before) / words.length;
  const times = await page.evaluate(() => {
    window.removeEventListener('keydown', Reflect.get(window, 'noting'), true);
    return Reflect.get(window, 'times') as number[];
  });
  await cdp.detach();
  return { p95: times.sort((one, two) => one - two)[Math.floor(times.length * 0.95)] ?? Number.NaN, work: work * 1000 };
}
