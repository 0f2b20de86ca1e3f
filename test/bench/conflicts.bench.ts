/**
 * A list of 300 conflicts of long texts: the longest turn of the backend that lists and counts them, and of one that answers all of them, and how long the window
 * takes to show them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InvokeCall } from '../../shared/contracts/ipc/call-types.ts';
import type { SingleCommand } from '../../shared/model/commands.ts';
import { createBackendCall } from '../e2e/backend-call.ts';
import { boardOf, openSide, type Side, serve } from '../main/sync/service/two-workspaces.ts';
import { openApp, openBrowser } from './browser.ts';
import { formatMilliseconds } from './export.bench.ts';
import { type Row, watchTurns } from './measure.ts';
import { longestTask } from './page-measures.ts';

const conflicts = 300;
/** About 10,000 characters, of which each side changes another place. */
const textBy = (by: string): string =>
  [
    `<p>${by === 'mine' ? 'Quietly' : 'Slowly'} the river rises below the old mill.</p>`,
    '<p>The lamp burns behind the door, and nobody counts the days and nights.</p>'.repeat(130),
    `<p>${by === 'theirs' ? 'Morning' : 'Evening'} comes.</p>`,
  ].join('');

export async function benchConflicts(): Promise<Row[]> {
  return [...(await turnsOfBackend()), ...(await inWindow())];
}

/** The turn that ends last has been measured after it. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

const row = (what: string, seconds: number, aim: string): Row => ({
  what,
  ours: formatMilliseconds(seconds),
  limit: '',
  ratio: Number.NaN,
  aim,
  number: seconds,
});

/** A project of a workspace whose texts both sides have changed; `ask` calls the side that syncs it. */
async function makeConflicts(remoteSide: Side, ask: InvokeCall): Promise<string> {
  const { hash } = await remoteSide.ask('project.create', { template: 'empty', name: 'Many hands' });
  const boardId = boardOf(await remoteSide.project(hash));
  const send = (call: InvokeCall, commands: SingleCommand[]) => call('project.send', { hash, command: { do: 'batch', commands } });
  const content = (id: string, by: string): SingleCommand => ({ do: 'change', kind: 'element', id, fields: { content: textBy(by) } });
  const { ids } = await send(
    remoteSide.ask,
    Array.from({ length: conflicts }, (_, at) => ({
      do: 'create',
      kind: 'element',
      fields: { boardId, x: 300 * (at % 20), y: 200 * Math.floor(at / 20), title: `<p>Scene ${at}</p>`, content: textBy('') },
    })),
  );
  const { url, key } = await serve(remoteSide);
  await ask('remote.add', { name: 'Studio', url, key: { key } });
  await ask('sync.add', { remote: 'Studio', hash });
  await ask('sync.run', { hash });
  await ask('sync.pause', { until: null });
  for (const [call, by] of [
    [ask, 'mine'],
    [remoteSide.ask, 'theirs'],
  ] as const)
    await send(
      call,
      ids.map((id) => content(id, by)),
    );
  await ask('sync.pause', { until: 'now' });
  await ask('sync.run', { hash });
  return hash;
}

async function turnsOfBackend(): Promise<Row[]> {
  const [remoteSide, side] = [await openSide(), await openSide()];
  const turns = watchTurns();
  try {
    const hash = await makeConflicts(remoteSide, side.ask);
    await settled();
    turns.reset();
    const list = await side.ask('conflict.list', { hash });
    await side.ask('sync.list', {});
    if (list.length !== conflicts) throw new Error(`There are ${list.length} conflicts.`);
    await settled();
    const { cpu } = turns.longest();
    console.error(`listing in a turn of ${formatMilliseconds(cpu)}`);
    turns.reset();
    await side.ask('conflict.resolve', { ids: list.map(({ id }) => id), resolution: { choice: 'remote' } });
    await settled();
    const answering = turns.longest().cpu;
    console.error(`answering in a turn of ${formatMilliseconds(answering)}`);
    return [
      row(`the longest turn that lists ${conflicts} conflicts of texts of 10,000 characters`, cpu, '≤ 50 ms'),
      row('the longest turn that answers all of them', answering, '≤ 200 ms'),
    ];
  } finally {
    turns.stop();
    await side.close();
    await remoteSide.close();
  }
}

async function inWindow(): Promise<Row[]> {
  const data = mkdtempSync(join(tmpdir(), 'taleport-conflicts-'));
  const remoteSide = await openSide();
  const browser = await openBrowser();
  const app = await openApp(browser, data);
  try {
    const { page } = app;
    page.setDefaultTimeout(120_000);
    const hash = await makeConflicts(remoteSide, createBackendCall({ page }));
    await page.evaluate((to) => {
      window.location.hash = `#/project/${to}`;
    }, hash);
    await page.locator('.board[data-ready]').waitFor();
    const cdp = await page.context().newCDPSession(page);
    let shown = 0;
    const longest = await longestTask(cdp, page, async () => {
      const start = performance.now();
      await page.keyboard.press('Alt+r');
      await page.getByRole('dialog').getByText(`(${conflicts})`, { exact: false }).first().waitFor();
      shown = (performance.now() - start) / 1000;
    });
    const what = `opening the list of ${conflicts} conflicts`;
    return [row(what, shown, '≤ 1 s'), row(`${what}: longest task`, longest / 1000, '≤ 50 ms')];
  } finally {
    await app.end();
    await browser.close();
    await remoteSide.close();
    rmSync(data, { recursive: true, force: true });
  }
}
