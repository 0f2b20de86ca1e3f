/** Sync in the window, with what only a real one shows: two crossing moves, hundreds of conflicts in a few clicks, and an upload that is paused. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SingleCommand } from '../../shared/model/commands.ts';
import { StallingProxy } from '../main/sync/service/stalling-proxy.ts';
import { openSide, type Side, serve, titled } from '../main/sync/service/two-workspaces.ts';
import { png } from '../media-files.ts';
import { createTempFolder, launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { waitForBoard } from './user-steps.ts';

const chapters = ['Chapter 1', 'Chapter 2', 'Chapter 3'];
const perChapter = 100;

let app: TestApp;
let remoteSide: Side;
let proxy: StallingProxy;
let hash = '';
let elements: readonly string[] = [];
let folders: readonly string[] = [];
const files = createTempFolder('files');
const call: ReturnType<typeof createBackendCall> = (name, input) => createBackendCall(app)(name, input);

beforeAll(async () => {
  remoteSide = await openSide();
  ({ hash } = await remoteSide.ask('project.create', { template: 'empty', name: 'Many hands' }));
  const make = async (commands: readonly SingleCommand[]): Promise<readonly string[]> =>
    (await remoteSide.ask('project.send', { hash, command: { do: 'batch', commands: [...commands] } })).ids;
  const board = (name: string, type: 'board' | 'folder'): SingleCommand => ({ do: 'create', kind: 'board', fields: { name, type } });
  folders = await make([board('Harbour', 'folder'), board('Castle', 'folder')]);
  const boards = await make(chapters.map((name) => board(name, 'board')));
  elements = await make(
    boards.flatMap((boardId) =>
      Array.from(
        { length: perChapter },
        (_, at): SingleCommand => ({
          do: 'create',
          kind: 'element',
          fields: { boardId, x: 300 * (at % 10), y: 200 * Math.floor(at / 10), title: `<p>Scene ${at}</p>` },
        }),
      ),
    ),
  );
  const { url, key } = await serve(remoteSide);
  proxy = new StallingProxy(url);
  app = await launchApp({ mayLog: /net::ERR|Failed to load resource/ });
  await call('remote.add', { name: 'Studio', url: await proxy.open(), key: { key } });
  await call('sync.add', { remote: 'Studio', hash });
  await app.page.locator('.project-list [data-hash]').first().dblclick();
  await waitForBoard(app);
  await chip(/^Synced$/);
});
afterAll(async () => {
  await app?.close();
  await proxy?.close();
  await remoteSide?.close();
  rmSync(files, { recursive: true, force: true });
});

const chip = (words: RegExp) => app.page.locator('.workspace-header .sync-chip', { hasText: words }).waitFor();
const conflicts = () => app.page.getByRole('dialog', { name: 'Conflicts' });
const answer = (name: string | RegExp) => conflicts().getByRole('button', { name });
const openConflicts = async () => {
  await app.page.keyboard.press('Alt+r');
  await conflicts().waitFor();
};

const isInView = (row: Locator) =>
  row.evaluate((each) => {
    const [{ top, bottom }, list] = [each.getBoundingClientRect(), each.closest('.conflict-list')?.getBoundingClientRect()];
    return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
  });

/** Edits on both sides while sync is paused; then they meet. */
async function meanwhile(local: readonly SingleCommand[], remote: readonly SingleCommand[]): Promise<void> {
  await call('sync.pause', { until: null });
  await call('project.send', { hash, command: { do: 'batch', commands: [...local] } });
  await remoteSide.ask('project.send', { hash, command: { do: 'batch', commands: [...remote] } });
  await call('sync.pause', { until: 'now' });
  await call('sync.run', { hash });
}

const move = (id: string, to: string): SingleCommand => ({ do: 'move', kind: 'board', id, to, at: '-' });
const parentsOn = async (side: Side) => {
  const project = await side.project(hash);
  return folders.map((id) => project.find('board', id)?.parentId);
};

test('a conflict of two moves is answered with mine, and another one with theirs', async () => {
  const [harbour = '', castle = ''] = folders;
  const root = (await remoteSide.project(hash)).projectRecord.roots.board;
  for (const [side, parents] of [
    ['mine', [castle, root]],
    ['theirs', [root, harbour]],
  ] as const) {
    await meanwhile([move(harbour, castle)], [move(castle, harbour)]);
    await chip(/1 conflict/);
    await openConflicts();
    await app.screenshot(`crossing-moves-${side}`);
    await answer(`Use ${side}`).click();
    await conflicts().getByText('No conflicts left.').waitFor();
    await app.page.keyboard.press('Escape');
    await call('sync.run', { hash });
    await chip(/^Synced$/);
    expect(await parentsOn(remoteSide)).toEqual(parents);
    const moved = side === 'mine' ? harbour : castle;
    await remoteSide.ask('project.send', { hash, command: move(moved, root) });
    await call('sync.run', { hash });
  }
});

test('300 conflicts are answered in fewer than ten clicks, group by group, and each answer is one step of undo', async () => {
  const titles = (by: string) => elements.map((id, at) => titled(id, `Scene ${at} of ${by}`));
  await meanwhile(titles('mine'), titles('theirs'));
  await chip(/300 conflicts/);
  await openConflicts();
  let clicks = 0;
  const click = async (name: string | RegExp) => {
    clicks++;
    await answer(name).click();
  };
  const left = async () => (await call('conflict.list', { hash })).length;
  await conflicts().getByText('Chapter 1: Title (100)').waitFor();
  await app.screenshot('conflict-groups');
  // Only what is in view is rendered. The conflict before the first one is the last one: it is scrolled to, and has the focus.
  const options = conflicts().getByRole('option');
  const chosen = conflicts().getByRole('option', { selected: true });
  const positionOfFocus = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'));
  await expect.poll(positionOfFocus).toBe('1');
  expect(await options.count()).toBeLessThan(40);
  await app.page.keyboard.press('Alt+p');
  await expect.poll(positionOfFocus).toBe('300');
  expect(await isInView(chosen)).toBe(true);
  expect(await options.count()).toBeLessThan(40);
  await app.screenshot('last-of-many-conflicts');
  await app.page.keyboard.press('Alt+n');
  await click('Use mine for these 100');
  await expect.poll(left).toBe(200);
  await click('Use theirs for these 100');
  await expect.poll(left).toBe(100);
  await conflicts().getByText('Chapter 3: Title (100)').waitFor();
  await click('Use theirs for all');
  clicks++;
  await app.page.getByRole('button', { name: 'Resolve all', exact: true }).click();
  await conflicts().getByText('No conflicts left.').waitFor();
  expect(clicks).toBeLessThan(10);
  await app.screenshot('conflicts-answered');
  await app.page.keyboard.press('Escape');
  await call('sync.run', { hash });
  await chip(/^Synced$/);
  const titlesOn = async (side: Side) => {
    const project = await side.project(hash);
    return elements.map((id) => /of (\w+)/.exec(project.find('element', id)?.title.en?.text ?? '')?.[1]);
  };
  const wanted = elements.map((_, at) => (at < perChapter ? 'mine' : 'theirs'));
  expect(await titlesOn(remoteSide)).toEqual(wanted);
  // The last answer is undone in one step.
  await call('project.undo', { hash });
  await call('sync.run', { hash });
  expect(await titlesOn(remoteSide)).toEqual(elements.map((_, at) => (at < perChapter || at >= 2 * perChapter ? 'mine' : 'theirs')));
});

test('an upload shows its progress, and a pause ends it', async () => {
  const path = join(files, 'harbour.png');
  writeFileSync(path, png(40, 40, 'x'.repeat(20_000_000)));
  const { file } = await call('asset.store', { hash, path, type: 'image' });
  await call('project.send', { hash, command: { do: 'create', kind: 'asset', fields: { name: 'harbour.png', type: 'image', file } } });
  await proxy.whenStalled;
  await app.page.keyboard.press('Alt+y');
  await app.page
    .getByText(/^Uploading a file: [\d.]+ of 20 MB\.$/)
    .first()
    .waitFor();
  await app.screenshot('uploading');
  await app.page.getByRole('button', { name: 'Pause', exact: true }).click();
  await app.page.getByRole('menuitem', { name: 'Pause until resumed' }).click();
  await chip(/^Paused$/);
  await app.screenshot('upload-paused');
  proxy.release();
  const assetsOn = async () => [...(await remoteSide.project(hash)).recordsOfKind('asset')].map(({ name }) => name);
  expect(await assetsOn()).not.toContain('harbour.png');
  await app.page.getByRole('button', { name: 'Resume', exact: true }).click();
  await chip(/^Synced$/);
  expect(await assetsOn()).toContain('harbour.png');
});
