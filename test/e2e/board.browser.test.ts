/** The board in the window: items are created, moved, resized, connected, deleted, undone and translated, with pointer and keyboard. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyRecord } from '../../shared/model/kinds/kinds.ts';
import { Project } from '../../shared/model/project.ts';
import { pastedKinds } from '../pasted-kinds.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { centerOf as middleOfNode, nodeBounds as placeOfNode } from './canvas-geometry.ts';
import { cardText, chooseMenuItem, createProject, expectFocused, openLanguages, openTargetsPane, waitForBoard } from './user-steps.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await launchApp();
});
afterAll(() => app?.close());

const nodes = () => app.page.locator('.react-flow__node');
const node = (title: string) => nodes().filter({ has: app.page.getByText(title, { exact: true }) });
const edges = () => app.page.locator('.react-flow__edge');
const undoButton = () => app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });
const redoButton = () => app.page.getByRole('button', { name: /^Redo/ });
const heading = (name: string) => app.page.getByRole('heading', { name, exact: true, level: 2 });
const treeRow = (name: string | RegExp) => app.page.getByRole('treegrid', { name: 'Boards' }).getByRole('row', { name });

const placeOf = (title: string) => placeOfNode(node(title));
const middleOf = (title: string) => middleOfNode(node(title));

async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const { mouse } = app.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + 10, from.y + 6, { steps: 2 });
  await mouse.move(to.x, to.y, { steps: 6 });
  await mouse.up();
}

/** Creates an element with a title at a position in the window. */
async function elementAt(x: number, y: number, title: string): Promise<void> {
  await app.page.mouse.dblclick(x, y);
  await expectFocused(cardText(app, 'Title'));
  await app.page.keyboard.type(title);
  await app.page.keyboard.press('Escape');
  await node(title).waitFor();
}

const handleOf = (title: string, face: string) => middleOfNode(node(title).locator(`.point[data-handleid="${face}"]`));

async function dragHandle(title: string, face: string, to: { x: number; y: number }): Promise<void> {
  await node(title).hover();
  await drag(await handleOf(title, face), to);
}

const selectNothing = () => app.page.locator('.board').press('Escape');

/** Presses undo until the button is disabled; returns the number of steps. */
async function undo(times = 1): Promise<void> {
  for (let at = 0; at < times; at++) {
    const before = await undoButton().getAttribute('aria-label');
    await undoButton().click();
    await expect
      .poll(async () => (await undoButton().getAttribute('aria-label')) !== before || (await redoButton().isEnabled()))
      .toBe(true);
  }
}

describe('an empty board', () => {
  beforeEach(() => createProject(app, 'Empty', `Board ${++count}`));

  test('a double-click creates an element, and the next key press edits its title', async () => {
    await elementAt(500, 300, 'The gate');
    await expect.poll(() => nodes().count()).toBe(1);
    // The first element is where the story starts.
    await nodes().getByText('Start', { exact: true }).waitFor();
    await expect.poll(() => undoButton().getAttribute('aria-label')).toBe('Undo: Rename to “The gate”');
    const box = await node('The gate').boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 500)).toBeLessThan(3);
  });

  test('keys create items, and Escape returns to the board', async () => {
    await app.page.locator('.board').focus();
    for (const [key, panel] of [
      ['e', 'Element'],
      ['n', 'Note'],
      ['j', 'Jumper'],
      ['b', 'Branch'],
    ] as const) {
      await app.page.keyboard.press(key);
      await heading(panel).waitFor();
      await app.page.keyboard.press('Escape');
      await expect.poll(() => app.page.evaluate(() => document.activeElement?.classList.contains('board'))).toBe(true);
      await app.page.keyboard.press('Escape');
      await heading('Board').waitFor();
    }
    await expect.poll(() => nodes().count()).toBe(4);
    // New items do not overlap.
    const boxes = await nodes().evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    for (const [at, one] of boxes.entries())
      for (const two of boxes.slice(at + 1))
        expect(one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom).toBe(false);
    await app.screenshot('board-by-keys');
  });

  test('a drag is one undo step', async () => {
    await elementAt(500, 300, 'The gate');
    const before = await placeOf('The gate');
    const from = await middleOf('The gate');
    await drag(from, { x: from.x + 120, y: from.y + 60 });
    await expect.poll(async () => Math.abs((await placeOf('The gate')).x - before.x - 120)).toBeLessThan(10);
    await expect.poll(() => undoButton().getAttribute('aria-label')).toMatch(/^Undo: /);
    await undo();
    await expect.poll(() => placeOf('The gate')).toEqual(before);
    await expect.poll(() => redoButton().isEnabled()).toBe(true);
    await redoButton().click();
    await expect.poll(async () => Math.abs((await placeOf('The gate')).x - before.x - 120)).toBeLessThan(10);
  });

  test('several items are dragged and undone together', async () => {
    await elementAt(420, 200, 'One');
    await elementAt(420, 400, 'Two');
    await app.page.keyboard.press('Control+a');
    await heading('2 items').waitFor();
    const before = [await placeOf('One'), await placeOf('Two')];
    const from = await middleOf('One');
    await drag(from, { x: from.x + 90, y: from.y + 30 });
    await expect.poll(async () => Math.abs((await placeOf('Two')).x - (before[1]?.x ?? 0) - 90)).toBeLessThan(10);
    await undo();
    await expect.poll(async () => [await placeOf('One'), await placeOf('Two')]).toEqual(before);
  });

  test('the arrow keys move, and consecutive presses are one undo step', async () => {
    await elementAt(500, 300, 'The gate');
    const before = await placeOf('The gate');
    for (let at = 0; at < 4; at++) await app.page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await placeOf('The gate')).x).toBeGreaterThan(before.x);
    await expect.poll(() => undoButton().getAttribute('aria-label')).toMatch(/move/i);
    await undo();
    await expect.poll(() => placeOf('The gate')).toEqual(before);
  });

  test('the handles resize', async () => {
    await elementAt(500, 300, 'The gate');
    const before = await placeOf('The gate');
    const grip = await app.page.locator('.grip.bottom.right').boundingBox();
    if (!grip) throw new Error('no grip');
    const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
    await drag(from, { x: from.x + 80, y: from.y + 50 });
    await expect.poll(async () => Math.abs((await placeOf('The gate')).width - before.width - 80)).toBeLessThan(12);
    const field = app.page.getByRole('spinbutton', { name: 'Width' });
    await expect.poll(async () => Math.abs(Number(await field.inputValue()) - before.width - 80)).toBeLessThan(12);
    // A pane that is hidden saves what was typed into it.
    await field.fill('333');
    await app.page.keyboard.press('Alt+i');
    await field.waitFor({ state: 'hidden' });
    await app.page.keyboard.press('Alt+i');
    await expect.poll(() => field.inputValue()).toBe('333');
    await undo();
    await undo();
    await expect.poll(() => placeOf('The gate')).toEqual(before);
  });

  test('a drag from a connection point connects, and a click on the line edits its label', async () => {
    await elementAt(420, 300, 'From');
    await elementAt(860, 300, 'To');
    await node('From').hover();
    const point = await node('From').locator('.point[data-handleid="right"]').boundingBox();
    if (!point) throw new Error('no point');
    await drag({ x: point.x + point.width / 2, y: point.y + point.height / 2 }, await middleOf('To'));
    await expect.poll(() => edges().count()).toBe(1);
    await heading('Connection').waitFor();
    await app.page.getByRole('textbox', { name: 'Label' }).click();
    await app.page.keyboard.type('Go through');
    await app.page.locator('.connection-label', { hasText: 'Go through' }).waitFor();
    await selectNothing();
    await node('From').click();
    await app.page.getByRole('button', { name: /Go through/ }).waitFor();
    await app.screenshot('board-connected');
  });

  test('a drag from a connection point to the empty canvas offers what to create there, in one step', async () => {
    await elementAt(420, 300, 'From');
    await dragHandle('From', 'right', { x: 760, y: 480 });
    const menu = app.page.getByRole('menu', { name: 'Connect to' });
    await menu.getByRole('menuitem', { name: 'New element' }).waitFor();
    await app.screenshot('board-drop-menu');
    await app.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect([await nodes().count(), await edges().count()]).toEqual([1, 0]);
    await dragHandle('From', 'right', { x: 760, y: 480 });
    await menu.getByRole('menuitem', { name: 'New branch' }).click();
    await expectFocused(cardText(app, 'Condition 1'));
    await app.page.keyboard.press('Escape');
    expect([await nodes().count(), await edges().count()]).toEqual([2, 1]);
    await undo();
    await expect.poll(() => nodes().count()).toBe(1);
    await expect.poll(() => edges().count()).toBe(0);
  });

  test('a whole card accepts a connection and is marked, unless the connection is not allowed', async () => {
    await elementAt(420, 300, 'From');
    await elementAt(860, 300, 'To');
    await app.page.locator('.board').press('Alt+Shift+t');
    await expectFocused(cardText(app, 'Content'));
    await app.page.keyboard.type('Only a note');
    await app.page.keyboard.press('Escape');
    const note = nodes().filter({ hasText: 'Only a note' });
    await node('From').hover();
    const handle = await handleOf('From', 'right');
    const { mouse } = app.page;
    await mouse.move(handle.x, handle.y);
    await mouse.down();
    await mouse.move(handle.x + 12, handle.y + 4, { steps: 3 });
    const [to, refused] = [await middleOf('To'), await middleOfNode(note)];
    await mouse.move(refused.x, refused.y, { steps: 4 });
    await expect.poll(() => app.page.locator('[data-connects]').count()).toBe(0);
    await mouse.move(to.x, to.y + 20, { steps: 4 });
    await expect.poll(() => node('To').getAttribute('data-connects')).toBe('');
    await app.screenshot('board-drop-card');
    await mouse.up();
    await expect.poll(() => edges().count()).toBe(1);
    expect(await app.page.locator('[data-connects]').count()).toBe(0);
  });

  test('the handles have targets of at least 20 pixels at every zoom at which cards are drawn', async () => {
    await elementAt(560, 420, 'From');
    const board = app.page.locator('.board');
    const zoom = app.page.locator('.zoom-bar .percent');
    // Without animation, a step of the zoom is one frame.
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    for (let step = 0; step < 12 && (await board.getAttribute('data-detail')) !== 'overview'; step++) {
      await node('From').hover();
      // The target is larger than the visible dot: a press this far from its center still hits the handle.
      const { x, y } = await handleOf('From', 'right');
      for (const [dx, dy] of [
        [9, 0],
        [0, 9],
        [0, -9],
      ] as const) {
        const isHandle = await app.page.evaluate(
          (at) => document.elementFromPoint(at.x, at.y)?.matches('.point[data-handleid="right"]') ?? false,
          { x: x + dx, y: y + dy },
        );
        expect({ step, dx, dy, isHandle }).toEqual({ step, dx, dy, isHandle: true });
      }
      const before = await zoom.textContent();
      await board.press('Alt+-');
      await expect.poll(() => zoom.textContent()).not.toBe(before);
    }
    await app.page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await board.getAttribute('data-detail')).toBe('overview');
  });

  test('in the overview, items are selected, dragged, copied, connected and deleted, too', async () => {
    await elementAt(420, 300, 'One');
    await elementAt(860, 300, 'Two');
    await selectNothing();
    const board = app.page.locator('.board');
    const places = [await placeOf('One'), await placeOf('Two')].map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    const zoomOf = async () => Number.parseInt((await app.page.locator('.zoom-bar .percent').textContent()) ?? '', 10) / 100;
    while ((await zoomOf()) > 0.08) {
      const before = await zoomOf();
      await board.press('Alt+-');
      await expect.poll(zoomOf).toBeLessThan(before);
    }
    await app.page.locator('.overview-gestures').waitFor({ state: 'attached' });
    // What a gesture paints on is allocated before it begins.
    const isPrepared = (canvas: HTMLCanvasElement) => canvas.width >= (canvas.closest('.board')?.clientWidth ?? Number.POSITIVE_INFINITY);
    await expect.poll(() => app.page.locator('canvas.overview-view').evaluate(isPrepared)).toBe(true);
    const screen = (at: { x: number; y: number }) =>
      app.page.locator('.react-flow__viewport').evaluate((viewport, { x, y }) => {
        const { a, e, f } = new DOMMatrix(getComputedStyle(viewport).transform);
        const around = viewport.closest('.board')?.getBoundingClientRect();
        return { x: (around?.x ?? 0) + e + x * a, y: (around?.y ?? 0) + f + y * a };
      }, at);
    const [one, two] = await Promise.all(places.map(screen));
    if (!one || !two) throw new Error('no places');
    const { mouse } = app.page;

    // A card of 24 × 10 pixels is hit in a height of 12.
    await mouse.click(one.x, one.y + 5.8);
    await heading('Element').waitFor();
    await app.page.locator('.inspector').getByRole('textbox', { name: 'Title' }).getByText('One').waitFor();
    await mouse.click(one.x, one.y + 60);
    await heading('Board').waitFor();

    await mouse.move(one.x - 40, one.y - 40);
    await mouse.down();
    await mouse.move(two.x, two.y, { steps: 4 });
    await app.screenshot('overview-box');
    await mouse.move(two.x + 40, two.y + 40, { steps: 4 });
    await mouse.up();
    await heading('2 items').waitFor();

    await mouse.click(one.x, one.y + 60);
    await mouse.move(two.x + 1, two.y + 1);
    const handle = app.page.locator('.overview-handle');
    await mouse.move(one.x, one.y);
    await expect.poll(async () => Math.abs(((await handle.boundingBox())?.x ?? 0) - one.x) < 40).toBe(true);
    await drag(await middleOfNode(handle), two);
    await heading('Connection').waitFor();
    await mouse.click(one.x, one.y + 60);
    await heading('Board').waitFor();
    await mouse.click((one.x + two.x) / 2, one.y + 5, { button: 'right' });
    await app.page.getByRole('menu', { name: 'Selection' }).waitFor();
    await heading('Connection').waitFor();
    await app.screenshot('overview-menu');
    await app.page.keyboard.press('Escape');

    await drag(two, { x: two.x + 80, y: two.y + 60 });
    await expect.poll(() => undoButton().getAttribute('aria-label')).toMatch(/move/i);
    await app.page.locator('.overview-drag').waitFor({ state: 'detached' });
    await mouse.click(one.x, one.y + 60);
    await heading('Board').waitFor();
    await mouse.click(two.x + 80, two.y + 60);
    await app.page.locator('.inspector').getByRole('textbox', { name: 'Title' }).getByText('Two').waitFor();

    await app.page.keyboard.down('Alt');
    await drag({ x: two.x + 80, y: two.y + 60 }, { x: two.x + 80, y: two.y + 120 });
    await app.page.keyboard.up('Alt');
    await board.press('Control+a');
    await heading('3 items').waitFor();
    await app.screenshot('overview-copied');
    await mouse.click(one.x, one.y + 60);
    await mouse.click(two.x + 80, two.y + 120, { button: 'right' });
    await app.page.getByRole('menuitem', { name: /^Delete/ }).click();
    await board.press('Control+a');
    await heading('2 items').waitFor();

    // Escape ends a box, and what was selected before is selected again.
    await mouse.move(one.x - 40, one.y - 40);
    await mouse.down();
    await mouse.move(one.x + 40, one.y + 40, { steps: 4 });
    await app.page.locator('.overview-box').waitFor();
    await app.page.keyboard.press('Escape');
    await mouse.up();
    await heading('2 items').waitFor();

    // A double click means the same card as a click.
    const step = await undoButton().getAttribute('aria-label');
    const zoom = await zoomOf();
    await mouse.dblclick(one.x, one.y + 5.8);
    await expect.poll(zoomOf).toBeGreaterThan(zoom * 4);
    expect(await undoButton().getAttribute('aria-label')).toBe(step);
    await app.page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  test('what the arrow keys have moved is sent before a drag begins, and the drag as a step of its own', async () => {
    await elementAt(420, 300, 'One');
    const before = await placeOf('One');
    await app.page.locator('.board').press('Shift+ArrowDown');
    await expect.poll(async () => (await placeOf('One')).y).toBeGreaterThan(before.y + 20);
    const nudged = await placeOf('One');
    const { mouse } = app.page;
    const from = await middleOf('One');
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 100, from.y, { steps: 4 });
    await expect.poll(() => undoButton().getAttribute('aria-label')).toMatch(/move/i);
    await app.page.keyboard.press('ArrowDown');
    await mouse.move(from.x + 200, from.y, { steps: 4 });
    await mouse.up();
    await expect.poll(async () => (await placeOf('One')).x).toBeGreaterThan(nudged.x + 150);
    // The drag snaps to the grid; the arrow key did nothing meanwhile.
    expect(Math.abs((await placeOf('One')).y - nudged.y)).toBeLessThan(8);
    await undo();
    await expect.poll(async () => (await placeOf('One')).x).toBeCloseTo(nudged.x, 0);
    expect((await placeOf('One')).y).toBeCloseTo(nudged.y, 0);
    await undo();
    await expect.poll(async () => (await placeOf('One')).y).toBeCloseTo(before.y, 0);
  });

  test('the minimap hides while a card is under it', async () => {
    await elementAt(420, 300, 'One');
    await elementAt(860, 300, 'Two');
    await selectNothing();
    const map = app.page.locator('.board-minimap');
    await app.page.mouse.wheel(1000, 0);
    await map.waitFor();
    const corner = await map.boundingBox();
    await expect
      .poll(async () => {
        const card = await node('Two').boundingBox();
        if (card && corner) await app.page.mouse.wheel(card.x - corner.x, card.y - corner.y);
        return map.isVisible();
      })
      .toBe(false);
  });

  test('with Alt, a drag leaves the item and drops a copy of it', async () => {
    await elementAt(420, 300, 'One');
    const before = await placeOf('One');
    const from = await middleOf('One');
    await app.page.keyboard.down('Alt');
    await drag(from, { x: from.x + 40, y: from.y + 180 });
    await app.page.keyboard.up('Alt');
    await expect.poll(() => nodes().count()).toBe(2);
    const ys = await nodes().evaluateAll((all) => all.map((each) => new DOMMatrix(getComputedStyle(each).transform).m42));
    expect(Math.min(...ys)).toBe(before.y);
    expect(Math.abs(Math.max(...ys) - before.y - 180)).toBeLessThan(10);
    await undo();
    await expect.poll(() => nodes().count()).toBe(1);
  });

  test('the handles of every kind of item are in the middle of its sides, also once the targets have been shown', async () => {
    await openTargetsPane(app);
    for (const [key, item] of [
      ['j', '.jumper'],
      ['b', '.branch'],
    ] as const) {
      await app.page.locator('.board').focus();
      await app.page.keyboard.press(key);
      // Selected and edited as soon as the backend has answered.
      await app.page.locator('.react-flow__node.selected', { has: app.page.locator(item) }).waitFor();
      await expect
        .poll(async () => {
          await app.page.keyboard.press('Escape');
          return heading('Board').isVisible();
        })
        .toBe(true);
    }
    const distances = await app.page.locator('.react-flow__node > .point:not(.row-point)').evaluateAll((points) =>
      points.flatMap((point) => {
        const around = point.parentElement?.getBoundingClientRect();
        const { x, y, width, height } = point.getBoundingClientRect();
        const face = point.getAttribute('data-handleid');
        if (!around || width === 0) return [];
        const across = { left: 0, right: 1 }[face ?? ''] ?? 0.5;
        const down = { top: 0, bottom: 1 }[face ?? ''] ?? 0.5;
        return [Math.hypot(x + width / 2 - around.x - around.width * across, y + height / 2 - around.y - around.height * down)];
      }),
    );
    expect(distances.length).toBeGreaterThanOrEqual(7);
    expect(Math.max(...distances)).toBeLessThan(1);
    await app.page.keyboard.press('Alt+T');
  });

  test('undo restores a deleted item with its connections', async () => {
    await elementAt(420, 300, 'From');
    await node('From').hover();
    await dragHandle('From', 'bottom', { x: 640, y: 520 });
    await app.page.getByRole('menuitem', { name: 'New element' }).press('Enter');
    await expectFocused(cardText(app, 'Title'));
    await app.page.keyboard.type('To');
    await app.page.keyboard.press('Escape');
    await expect.poll(() => edges().count()).toBe(1);
    await node('To').click();
    await app.page.keyboard.press('Delete');
    await expect.poll(() => nodes().count()).toBe(1);
    await expect.poll(() => edges().count()).toBe(0);
    await heading('Board').waitFor();
    await app.page.keyboard.press('Control+z');
    await expect.poll(() => edges().count()).toBe(1);
    await expect.poll(() => nodes().count()).toBe(2);
  });

  test('conditions are added, written, ordered and deleted in the inspector', async () => {
    await app.page.locator('.board').focus();
    await app.page.keyboard.press('b');
    await heading('Branch').waitFor();
    const condition = (at: number) => app.page.locator('.inspector').getByRole('textbox', { name: `Condition ${at}` });
    await expectFocused(cardText(app, 'Condition 1'));
    await app.page.keyboard.press('Escape');
    await expectFocused(app.page.locator('.board'));
    await condition(1).fill('1 > 2');
    await app.page.getByRole('button', { name: 'else if', exact: true }).click();
    await condition(2).fill('2 > 3');
    await app.page.getByRole('button', { name: 'else if', exact: true }).click();
    await condition(3).fill('3 > 4');
    const shown = () => app.page.locator('.react-flow__node .condition code').allTextContents();
    // A new branch has an else.
    await expect.poll(shown).toEqual(['1 > 2', '2 > 3', '3 > 4', '']);
    await app.page.getByRole('button', { name: 'Delete “else”' }).click();
    await expect.poll(shown).toEqual(['1 > 2', '2 > 3', '3 > 4']);
    await app.page.getByRole('button', { name: 'else', exact: true }).click();
    await expect.poll(() => app.page.getByRole('button', { name: 'else', exact: true }).count()).toBe(0);
    await expect.poll(shown).toEqual(['1 > 2', '2 > 3', '3 > 4', '']);
    await app.page.getByRole('button', { name: 'Move condition up' }).last().click();
    await expect.poll(shown).toEqual(['1 > 2', '3 > 4', '2 > 3', '']);
    await app.page.getByRole('button', { name: 'Delete “else if”' }).first().click();
    await expect.poll(shown).toEqual(['1 > 2', '2 > 3', '']);
    await condition(1).fill('1 >');
    await app.page.locator('.script-fault', { hasText: 'Expected a value, not the end.' }).waitFor();
    await app.screenshot('board-branch');
  });

  test('a card grows and shrinks with its words in the same step, and offers to tidy up what it covers', async () => {
    await elementAt(500, 200, 'The gate');
    await elementAt(500, 380, 'Below');
    await selectNothing();
    const before = await placeOf('The gate');
    await node('The gate').locator('.item-text').dblclick();
    await expectFocused(cardText(app, 'Content'));
    const words = 'The old door opens slowly, and behind it stands a lamp that nobody has lit. ';
    await app.page.keyboard.insertText(words.repeat(6));
    await expect.poll(async () => (await placeOf('The gate')).height).toBeGreaterThan(before.height + 80);
    await app.page.keyboard.press('Escape');
    const isCut = () =>
      node('The gate')
        .locator('.item-text')
        .evaluate((text) => text.scrollHeight > text.clientHeight);
    await expect.poll(isCut).toBe(false);
    const grownTo = (await placeOf('The gate')).height;
    const toast = app.page.locator('.toast').filter({ hasText: '“The gate” now covers 1 item' });
    await toast.waitFor();
    await app.screenshot('board-grown-card');
    await toast.getByRole('button', { name: 'Tidy up' }).click();
    await expect.poll(async () => (await placeOf('Below')).y).toBe(before.y + grownTo + 24);
    await undo();
    await undo();
    await expect.poll(async () => (await placeOf('The gate')).height).toBe(before.height);
    expect(await node('The gate').locator('.item-text').textContent()).toBe('');
    // A height that was set by hand stays.
    await node('The gate').click();
    await app.page.getByRole('spinbutton', { name: 'Height' }).fill('140');
    await app.page.keyboard.press('Enter');
    await expect.poll(async () => (await placeOf('The gate')).height).toBe(140);
    await app.page.locator('.inspector').getByRole('textbox', { name: 'Content', exact: true }).fill(words.repeat(6));
    await node('The gate').getByText('The old door').waitFor();
    expect((await placeOf('The gate')).height).toBe(140);
  });

  /** A paste as the browser reports it where the focus is. */
  const paste = (data: Record<string, string>, image = false) =>
    app.page.evaluate(
      async ([entries, hasImage]) => {
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(entries)) clipboardData.setData(type, text);
        if (hasImage) {
          const canvas = new OffscreenCanvas(8, 6);
          canvas.getContext('2d')?.fillRect(0, 0, 8, 6);
          clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
        }
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [data, image] as const,
    );

  test('what each program copies is stored with its paragraphs, lists and marks', async () => {
    const call = createBackendCall(app);
    const [project] = (await call('project.list', {})).filter(({ name }) => name === `Board ${count}`);
    const readStored = async (): Promise<string[]> => {
      const { records } = await call('project.read', { hash: project?.hash ?? '' });
      const stored = new Project(records.flatMap((chunk): AnyRecord[] => JSON.parse(chunk)));
      return [...stored.recordsOfKind('element')].map(({ content }) => content.en?.text ?? '').sort();
    };
    for (const [at, { html }] of pastedKinds.entries()) {
      await app.page.locator('.board').focus();
      await paste({ 'text/html': html, 'text/plain': 'the plain text' });
      // Not all of the cards are in the view.
      await expect.poll(async () => (await readStored()).length).toBe(at + 1);
    }
    await expect.poll(readStored).toEqual(pastedKinds.map(({ stored }) => stored).sort());
    await app.screenshot('board-pasted-kinds');
  });

  test('what other programs copy is pasted as text, on the board and into a text, and a picture as a cover', async () => {
    const docs =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">The </span><span style="font-weight:700">old</span><span style="font-weight:400"> gate.</span></p><p><span>Second.</span></p></b>';
    const lines = (scope: string) =>
      app.page
        .locator(scope)
        .evaluate((text) => [...text.querySelectorAll('p, li')].map(({ innerHTML }) => innerHTML.replace(/<br[^>]*>/g, '')));
    await app.page.locator('.board').focus();
    await paste({ 'text/html': docs, 'text/plain': 'The old gate.\nSecond.' });
    await expect.poll(() => nodes().count()).toBe(1);
    await expect.poll(() => lines('.react-flow__node .item-lines')).toEqual(['The <strong>old</strong> gate.', 'Second.']);

    const content = app.page.locator('.inspector').getByRole('textbox', { name: 'Content', exact: true });
    // By keys: what a script selects in the page is reported to the editor a moment later.
    const clear = async () => {
      await content.press('Control+a');
      await content.press('Delete');
    };
    await content.fill('Start: ');
    await content.press('Control+End');
    await paste({ 'text/html': '<table><tr><td>Guard</td><td>Halt!</td></tr><tr><td>Hero</td><td>Never.</td></tr></table>' });
    await expect.poll(() => lines('.react-flow__node .item-lines')).toEqual(['Start: Guard | Halt!', 'Hero | Never.']);
    await clear();
    await paste({ 'text/plain': 'One\n\nTwo' });
    await expect.poll(() => lines('.react-flow__node .item-lines')).toEqual(['One', '', 'Two']);
    await clear();
    await paste({ 'text/html': '<pre><code>coins = 1</code></pre>' });
    await expect.poll(() => lines('.react-flow__node .item-lines')).toEqual(['coins = 1']);
    await paste({}, true);
    await app.page.locator('.toast').filter({ hasText: 'Text can’t contain images' }).waitFor();

    await nodes()
      .first()
      .click({ position: { x: 40, y: 20 } });
    await app.page.locator('.board').focus();
    await paste({}, true);
    await nodes().locator('.element-cover').waitFor();
    await selectNothing();
    await paste({}, true);
    await expect.poll(() => nodes().count()).toBe(2);
    await expect.poll(() => nodes().locator('.element-cover').count()).toBe(2);
    await app.screenshot('board-pasted-images');
    await undo();
    await expect.poll(() => nodes().count()).toBe(1);
  });

  test('the last line of a card fades only while its text continues below', async () => {
    await elementAt(500, 300, 'The gate');
    const fade = () =>
      node('The gate')
        .locator('.item-lines')
        .evaluate((lines) => Number.parseFloat(getComputedStyle(lines, '::after').height));
    await app.page.getByRole('switch', { name: 'Fit height to text' }).press('Space');
    const content = app.page.locator('.inspector').getByRole('textbox', { name: 'Content', exact: true });
    await content.fill('A line.');
    await expect.poll(fade).toBe(0);
    await content.fill('The old door opens slowly, and behind it stands a lamp that nobody has lit. '.repeat(8));
    await expect.poll(fade).toBeGreaterThan(10);
    await content.fill('A line.');
    await expect.poll(fade).toBe(0);
  });

  test('undo and redo name their step', async () => {
    await elementAt(500, 300, 'The gate');
    await expect.poll(() => undoButton().getAttribute('aria-label')).toMatch(/^Undo: .+/);
    const text = (await undoButton().getAttribute('aria-label'))?.replace('Undo', 'Redo') ?? '';
    await undo();
    await expect.poll(() => redoButton().getAttribute('aria-label')).toBe(text);
    await app.page.keyboard.press('Control+Shift+z');
    await expect.poll(() => redoButton().isDisabled()).toBe(true);
  });
});

describe('languages', () => {
  test('a second language edits only that language', async () => {
    await createProject(app, 'Empty', `Board ${++count}`);
    await elementAt(500, 300, 'The gate');
    await openLanguages(app);
    const dialog = app.page.getByRole('dialog', { name: 'Languages' });
    await dialog.getByLabel('Code').fill('de');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('German', { exact: true }).waitFor();
    await app.screenshot('languages');
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const choose = async (language: string) => {
      await app.page.locator('.language-picker').getByRole('button').click();
      await app.page.getByRole('option', { name: new RegExp(`^${language}`) }).click();
    };
    await choose('German');
    await node('The gate').click();
    const title = app.page.getByRole('textbox', { name: 'Title' });
    expect((await title.textContent()) ?? '').toBe('');
    await app.page.getByLabel('Title in English').getByText('The gate').waitFor();
    await title.click();
    await app.page.keyboard.type('Das Tor');
    await node('Das Tor').waitFor();
    await app.screenshot('second-language');
    await choose('English');
    await node('The gate').waitFor();
    await expect.poll(() => title.textContent()).toBe('The gate');
    await choose('German');
    await expect.poll(() => title.textContent()).toBe('Das Tor');
  });
});

describe('the boards', () => {
  beforeEach(() => createProject(app, 'Empty', `Board ${++count}`));

  test('a board is created, renamed and deleted in the tree, and undo restores it', async () => {
    await app.page.getByRole('button', { name: 'New board…', exact: true }).click();
    await app.page.getByRole('dialog', { name: 'New board' }).getByLabel('Name').fill('Second');
    await app.page.keyboard.press('Enter');
    await treeRow('Second').waitFor();
    await expect.poll(() => treeRow('Second').getAttribute('aria-selected')).toBe('true');

    await treeRow('Second').focus();
    await app.page.keyboard.press('F2');
    await app.page.getByRole('dialog', { name: 'Rename board' }).getByLabel('Name').fill('Second act');
    await app.page.keyboard.press('Enter');
    await treeRow('Second act').waitFor();

    await treeRow('Second act').click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: /^Delete/ }).click();
    const dialog = app.page.getByRole('alertdialog', { name: 'Delete board “Second act”?' });
    await dialog.getByText('It is empty.').waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => treeRow('Second act').count()).toBe(0);
    await expect.poll(() => treeRow('Board 1').getAttribute('aria-selected')).toBe('true');
    await undoButton().click();
    await treeRow('Second act').waitFor();
  });

  test('many boards are narrowed to those with a name, in their folders', async () => {
    const call = createBackendCall(app);
    const hash = /project\/(\w+)/.exec(app.page.url())?.[1] ?? '';
    const board = (name: string) => ({ do: 'create', kind: 'board', fields: { name } }) as const;
    const folder = '3c1f6f0e-9f3e-4a55-8b47-2b6d1c9a7e10';
    const commands = [
      { do: 'create', kind: 'board', id: folder, fields: { name: 'Finale', type: 'folder' } } as const,
      { do: 'create', kind: 'board', fields: { name: 'The flood', parentId: folder } } as const,
      ...Array.from({ length: 12 }, (_, at) => board(`Chapter ${at + 1}`)),
    ];
    await call('project.send', { hash, command: { do: 'batch', commands } });
    const filter = app.page.getByRole('textbox', { name: 'Filter boards' });
    await filter.fill('flo');
    const names = async () => (await app.page.locator('.board-tree .tree-name').allTextContents()).join(', ');
    await expect.poll(names).toBe('Finale, The flood');
    await app.screenshot('board-filter');
    await filter.press('Escape');
    await treeRow('Chapter 3').waitFor();
  });

  test('a board opens where it was left, also after a reload of the window', async () => {
    const viewport = () => app.page.locator('.react-flow__viewport').evaluate(({ style }) => style.transform);
    const initial = await viewport();
    await app.page.getByRole('button', { name: /^Zoom in/ }).click();
    // The zoom is stored once its animation has ended.
    const stored = () => app.page.evaluate(() => localStorage.getItem('taleport.boardViewports') ?? '');
    await expect.poll(stored).toContain('"zoom":1.2');
    const left = await viewport();
    expect(left).not.toBe(initial);
    await app.page.reload();
    await waitForBoard(app);
    await expect.poll(viewport).toBe(left);
  });

  test('a board is moved to a folder with its menu', async () => {
    await app.page.getByRole('button', { name: 'New board folder…', exact: true }).click();
    await app.page.getByRole('dialog', { name: 'New board folder' }).getByLabel('Name').fill('Acts');
    await app.page.keyboard.press('Enter');
    await treeRow('Acts').waitFor();
    await chooseMenuItem(app, 'More for Board 1', /^Move/);
    const dialog = app.page.getByRole('dialog', { name: 'Move “Board 1”' });
    await dialog.getByRole('button', { name: /Destination/ }).click();
    await app.page.getByRole('option', { name: 'Acts' }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => treeRow('Board 1').getAttribute('aria-level')).toBe('2');
  });

  test('the last board cannot be deleted, and the dialog explains why', async () => {
    await chooseMenuItem(app, 'More for Board 1', /^Delete/);
    const dialog = app.page.getByRole('alertdialog', { name: /^Delete board/ });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await treeRow('Board 1').waitFor();
  });
});
