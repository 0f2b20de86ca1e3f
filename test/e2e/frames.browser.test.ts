/** Frames on a board: made around a selection by key, named in place, moved and deleted with the mouse and the keyboard. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { launchApp, type TestApp } from './app.ts';
import { nodeBounds } from './canvas-geometry.ts';
import { cardText, createProject, expectFocused } from './user-steps.ts';

let app: TestApp;
beforeAll(async () => {
  app = await launchApp();
});
afterAll(() => app?.close());

const nodes = () => app.page.locator('.react-flow__node');
const node = (title: string) => nodes().filter({ has: app.page.getByText(title, { exact: true }) });
const frames = () => app.page.locator('.react-flow__node-frame');
const title = () => frames().locator('.frame-title');
const boxes = async () => ({ frame: await nodeBounds(frames()), one: await nodeBounds(node('One')), two: await nodeBounds(node('Two')) });
const press = (key: string) => app.page.keyboard.press(key);
const toast = (text: string) => app.page.locator('.toast').filter({ hasText: text });

async function elementAt(x: number, y: number, name: string): Promise<void> {
  await app.page.mouse.dblclick(x, y);
  await expectFocused(cardText(app, 'Title'));
  await app.page.keyboard.type(name);
  await press('Escape');
  await node(name).waitFor();
}

test('a frame is made around the selection, moves what it holds in one step, and is deleted without it', async () => {
  await createProject(app, 'Empty', 'Frames');
  await elementAt(480, 320, 'One');
  await elementAt(640, 520, 'Two');
  await app.page.locator('.board').press('Control+a');
  await press('Control+g');
  await expectFocused(cardText(app, 'Title'));
  await app.page.keyboard.type('Act 1');
  await press('Enter');
  await title().getByText('Act 1').waitFor();
  await expectAccessible(app, 'a frame around cards');
  await app.screenshot('frame-around-cards');

  const before = await boxes();
  const handle = await title().boundingBox();
  if (!handle) throw new Error('the title is not seen');
  const { mouse } = app.page;
  await mouse.move(handle.x + 20, handle.y + handle.height / 2);
  await mouse.down();
  await mouse.move(handle.x + 60, handle.y + handle.height / 2 + 10, { steps: 4 });
  await mouse.move(handle.x + 120, handle.y + handle.height / 2 + 30, { steps: 4 });
  await mouse.up();
  await expect.poll(async () => (await nodeBounds(node('Two'))).x).toBeGreaterThan(before.two.x + 50);
  const after = await boxes();
  const shift = { x: after.frame.x - before.frame.x, y: after.frame.y - before.frame.y };
  for (const name of ['one', 'two'] as const)
    expect({ x: after[name].x - before[name].x, y: after[name].y - before[name].y }, name).toEqual(shift);
  await app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(boxes).toEqual(before);

  await app.page.locator('.board').focus();
  await press('ArrowRight');
  await expect.poll(async () => (await boxes()).two.x).toBe(before.two.x + 10);
  await press('Control+Shift+a');
  await expect.poll(() => app.page.locator('.react-flow__node-element.selected').count()).toBe(2);
  await press('Shift+Enter');
  await expect.poll(() => frames().getAttribute('class')).toContain('selected');
  await press('Delete');
  await toast('Frame deleted').waitFor();
  await expect.poll(() => nodes().count()).toBe(2);
  await press('Control+z');
  await frames().waitFor();
});

test('the empty area of a frame is like the board: a box selects what is in it, and a double click makes a card there', async () => {
  await createProject(app, 'Empty', 'Area of a frame');
  await app.page.getByRole('button', { name: 'Add frame' }).click();
  await expectFocused(cardText(app, 'Title'));
  await app.page.keyboard.type('Scene');
  await press('Escape');
  const area = await frames().boundingBox();
  if (!area) throw new Error('the frame is not seen');
  await elementAt(area.x + area.width / 2, area.y + area.height / 2, 'Inside');
  const { mouse } = app.page;
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up();
  };
  const selected = () => app.page.locator('.react-flow__node.selected').count();
  await drag({ x: area.x + 20, y: area.y + 90 }, { x: area.x + area.width - 20, y: area.y + area.height - 20 });
  await expect.poll(selected).toBe(1);
  await expect.poll(() => node('Inside').getAttribute('class')).toContain('selected');
  // At lower zoom there is room around the frame.
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await press('Alt+-');
  await expect.poll(async () => (await frames().boundingBox())?.width).toBeLessThan(area.width);
  const smaller = (await frames().boundingBox()) ?? area;
  await drag({ x: smaller.x - 20, y: smaller.y - 20 }, { x: smaller.x + smaller.width + 20, y: smaller.y + smaller.height + 20 });
  await expect.poll(selected).toBe(2);
  await app.screenshot('frame-selected-with-card');
  while ((await app.page.locator('.board').getAttribute('data-detail')) !== 'overview') await press('Alt+-');
  await app.screenshot('frame-overview');
});
