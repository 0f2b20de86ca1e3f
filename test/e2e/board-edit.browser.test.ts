/** Editing a board: arranged, copied within and across projects, connected and moved without dragging, walked, found, laid out; each one step of undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { centerOf as middleOfNode, nodeBounds as placeOfNode } from './canvas-geometry.ts';
import { cardText, createProject, expectFocused } from './user-steps.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await launchApp();
});
afterAll(() => app?.close());

const board = () => app.page.locator('.board');
const nodes = () => app.page.locator('.react-flow__node');
const edges = () => app.page.locator('.react-flow__edge');
const node = (title: string) => nodes().filter({ has: app.page.getByText(title, { exact: true }) });
const undoButton = () => app.page.locator('.workspace-header').getByRole('button', { name: /^Undo/ });
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const heading = (name: string) => app.page.getByRole('heading', { name, exact: true, level: 2 });
const press = (key: string) => app.page.keyboard.press(key);

const placeOf = (title: string) => placeOfNode(node(title));
const middleOf = (title: string) => middleOfNode(node(title));

async function elementAt(x: number, y: number, title: string): Promise<void> {
  await app.page.mouse.dblclick(x, y);
  await expectFocused(cardText(app, 'Title'));
  await app.page.keyboard.type(title);
  await press('Escape');
  await node(title).waitFor();
}

async function three(): Promise<void> {
  await elementAt(420, 220, 'One');
  await elementAt(560, 420, 'Two');
  await elementAt(840, 620, 'Three');
}

async function selectAll(): Promise<void> {
  await board().press('Control+a');
  await button('Align left edges').waitFor();
}

/** Undoes one step and waits until it can be redone. */
async function undo(): Promise<void> {
  await undoButton().click();
  await expect.poll(() => button(/^Redo/).isEnabled()).toBe(true);
}

beforeEach(() => createProject(app, 'Empty', `Edit ${++count}`));

test('a double click whose first click opened the board makes no card; the next one does', async () => {
  await app.page.locator('.react-flow__pane').dispatchEvent('dblclick', { clientX: 420, clientY: 220, detail: 2 });
  await elementAt(560, 420, 'Two');
  expect(await nodes().count()).toBe(1);
});

describe('arranging', () => {
  test('the selection is aligned and distributed, each in one undo step', async () => {
    await three();
    const before = [await placeOf('One'), await placeOf('Two'), await placeOf('Three')];
    await selectAll();
    await button('Align left edges').click();
    await expect.poll(async () => new Set([(await placeOf('One')).x, (await placeOf('Two')).x, (await placeOf('Three')).x]).size).toBe(1);
    await app.screenshot('board-aligned');
    await undo();
    await expect.poll(async () => [await placeOf('One'), await placeOf('Two'), await placeOf('Three')]).toEqual(before);
    await selectAll();
    await button('Distribute horizontally').click();
    const gap = async (left: string, right: string) => {
      const [one, two] = [await placeOf(left), await placeOf(right)];
      return two.x - one.x - one.width;
    };
    await expect.poll(async () => Math.abs((await gap('One', 'Two')) - (await gap('Two', 'Three')))).toBeLessThanOrEqual(2);
  });

  test('a dragged item snaps to its neighbours with a guide; a key toggles snapping', async () => {
    await elementAt(420, 220, 'One');
    await elementAt(700, 460, 'Two');
    const [one, two] = [await middleOf('One'), await middleOf('Two')];
    const { mouse } = app.page;
    await mouse.move(two.x, two.y);
    await mouse.down();
    await mouse.move(two.x - 2, two.y, { steps: 2 });
    await mouse.move(one.x + 3, two.y + 2, { steps: 8 });
    await app.page.locator('.guides line').first().waitFor({ state: 'attached' });
    await app.screenshot('board-guides');
    await mouse.up();
    await expect.poll(async () => (await placeOf('Two')).x).toBe((await placeOf('One')).x);
    await expect.poll(() => app.page.locator('.guides line').count()).toBe(0);
    await board().focus();
    const snap = button('Snap to grid and neighbours');
    await press('Alt+Shift+g');
    await expect.poll(() => snap.getAttribute('aria-pressed')).toBe('false');
    await press('Alt+Shift+g');
    await expect.poll(() => snap.getAttribute('aria-pressed')).toBe('true');
  });

  test('Ctrl+Shift+L lays the board out along its connections without overlaps, in one step', async () => {
    await three();
    await board().focus();
    await node('One').click();
    await press('Control+l');
    await connectBy('Three');
    await node('Three').click();
    await press('Control+l');
    await connectBy('Two');
    const before = [await placeOf('One'), await placeOf('Two'), await placeOf('Three')];
    await board().press('Escape');
    await press('Control+Shift+l');
    await expect
      .poll(async () => {
        const [one, two, last] = [await placeOf('One'), await placeOf('Three'), await placeOf('Two')];
        return one.x + one.width < two.x && two.x + two.width < last.x;
      })
      .toBe(true);
    await app.screenshot('board-laid-out');
    await expect.poll(() => undoButton().getAttribute('aria-label')).toMatch(/move/i);
    await undo();
    await expect.poll(async () => [await placeOf('One'), await placeOf('Two'), await placeOf('Three')]).toEqual(before);
  });

  test('a long layout shows its progress, and can be cancelled', async () => {
    await three();
    const before = [await placeOf('One'), await placeOf('Two'), await placeOf('Three')];
    await board().press('Escape');
    // The worker never receives the job, like one that is still computing the layout of a large board.
    await app.page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = () => {
        Worker.prototype.postMessage = postMessage;
      };
    });
    await press('Control+Shift+l');
    const dialog = app.page.getByRole('dialog', { name: 'Laying out the board' });
    await dialog.getByRole('progressbar').waitFor();
    await expectAccessible(app, 'laying-out');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect([await placeOf('One'), await placeOf('Two'), await placeOf('Three')]).toEqual(before);
    await press('Control+Shift+l');
    await expect.poll(() => undoButton().getAttribute('aria-label')).toMatch(/move/i);
  });
});

/** Types a part of the target's name into the open dialog, which names the source, and presses Enter. */
async function connectBy(target: string): Promise<void> {
  const dialog = app.page.getByRole('dialog', { name: /^Connect “.+” to$/ });
  await expectFocused(dialog.getByRole('combobox', { name: 'Connect to' }));
  await app.page.keyboard.type(target);
  await app.page.getByRole('option', { name: new RegExp(`^${target}`) }).waitFor();
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

describe('copying', () => {
  test('copies are pasted at the pointer, cut items are removed, and each is one step', async () => {
    await three();
    await selectAll();
    await press('Control+c');
    await app.page.mouse.move(900, 300);
    await press('Control+v');
    await expect.poll(() => nodes().count()).toBe(6);
    await heading('3 items').waitFor();
    await app.screenshot('board-pasted');
    await undo();
    await expect.poll(() => nodes().count()).toBe(3);
    await selectAll();
    await press('Control+x');
    await expect.poll(() => nodes().count()).toBe(0);
    await press('Control+v');
    await expect.poll(() => nodes().count()).toBe(3);
    await undo();
    await expect.poll(() => nodes().count()).toBe(0);
  });

  test('pasting into another project copies the items, and reports what that project lacks', async () => {
    await createProject(app, 'Sample', `From ${count}`);
    await board().press('Control+a');
    await app.page.getByRole('heading', { name: /items$/ }).waitFor();
    await press('Control+c');
    await createProject(app, 'Empty', `Into ${count}`);
    // Another window has not copied the items, and reads them from the clipboard.
    await app.page.reload();
    await board().focus();
    await press('Control+v');
    await app.page.getByText('Some references weren’t pasted, because this project doesn’t have them').waitFor();
    await expect.poll(() => app.page.getByRole('heading', { name: /items$/ }).count()).toBe(1);
    await board().press('Alt+1');
    await app.screenshot('board-pasted-across');
    await undo();
    await app.page.getByText('This board is empty').waitFor();
    await button('Dismiss').first().click();
  });

  test('pasted text becomes an element', async () => {
    await app.page.evaluate(() => {
      const field = document.createElement('textarea');
      field.value = 'Once upon a time\nthere was a door.';
      document.body.append(field);
      field.select();
      document.execCommand('copy');
      field.remove();
    });
    await board().focus();
    await press('Control+v');
    await nodes().getByText('there was a door.').waitFor();
    await expect.poll(() => nodes().count()).toBe(1);
  });
});

describe('without dragging', () => {
  test('a new element is connected in the dialog, with a label, in one step', async () => {
    await elementAt(420, 320, 'One');
    await press('Control+l');
    const dialog = app.page.getByRole('dialog', { name: 'Connect “One” to' });
    await dialog.getByRole('combobox', { name: 'Connect to' }).fill('New');
    await app.page.getByRole('option', { name: 'New element' }).click();
    await dialog.getByLabel('Label').fill('Go on');
    await app.screenshot('connect-to');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.poll(() => nodes().count()).toBe(2);
    await app.page.locator('.connection-label', { hasText: 'Go on' }).waitFor();
    await undo();
    await expect.poll(() => nodes().count()).toBe(1);
  });

  test('items are moved to a position and to another board', async () => {
    await elementAt(420, 320, 'One');
    await press('Control+Shift+x');
    const dialog = app.page.getByRole('dialog', { name: 'Move to' });
    await dialog.getByRole('spinbutton', { name: 'X' }).fill('700');
    await press('Tab');
    await app.screenshot('move-to');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await placeOf('One')).x).toBe(700);

    await button('New board…').click();
    await app.page.getByRole('dialog', { name: 'New board' }).getByLabel('Name').fill('Elsewhere');
    await press('Enter');
    const row = (name: string) => app.page.getByRole('treegrid', { name: 'Boards' }).getByRole('row', { name });
    // The new board opens by itself; only then the test goes back.
    await expect.poll(() => row('Elsewhere').getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => nodes().count()).toBe(0);
    await row('Board 1').click();
    await node('One').waitFor();
    await expect.poll(() => row('Board 1').getAttribute('aria-selected')).toBe('true');
    await board().press('Control+a');
    await heading('Element').waitFor();
    await press('Control+Shift+x');
    await dialog.getByRole('combobox', { name: 'Board' }).fill('Elsewhere');
    await app.page.getByRole('option', { name: /^Elsewhere/ }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(() => row('Elsewhere').getAttribute('aria-selected')).toBe('true');
    await node('One').waitFor();
    await undo();
    await expect.poll(() => nodes().count()).toBe(0);
  });

  test('the keyboard follows connections and reorders choices', async () => {
    await three();
    for (const target of ['Two', 'Three']) {
      await node('One').click();
      await press('Control+l');
      await connectBy(target);
    }
    await expect.poll(() => edges().count()).toBe(2);
    const says = (text: string | RegExp) => app.page.getByRole('status').filter({ hasText: text }).first().waitFor();
    await node('One').click();
    await press('Alt+ArrowRight');
    await says('Element “Two”');
    await press('Alt+ArrowDown');
    await says('Element “Three”');
    await press('Alt+Shift+ArrowUp');
    await says('Choice 1 of 2');
    await press('Alt+ArrowLeft');
    await says('Element “One”');
    await press('Alt+ArrowRight');
    await says('Element “Three”');
    await press('Alt+ArrowRight');
    await says('No outgoing connection');
  });

  test('the menu opens with its key, and has the actions of the shortcuts', async () => {
    await three();
    await selectAll();
    await press('Shift+F10');
    const menu = app.page.getByRole('menu', { name: 'Selection' });
    await menu.waitFor();
    await app.screenshot('board-menu');
    await menu.getByRole('menuitem', { name: 'Align and lay out' }).press('ArrowRight');
    await app.page.getByRole('menuitem', { name: 'Align top edges' }).press('Enter');
    await expect.poll(async () => new Set([(await placeOf('One')).y, (await placeOf('Two')).y, (await placeOf('Three')).y]).size).toBe(1);
  });
});

test('the menus copy the item under the pointer and paste at the pointer', async () => {
  await elementAt(420, 260, 'One');
  const one = await middleOf('One');
  await app.page.mouse.click(one.x, one.y, { button: 'right' });
  await app.page.getByRole('menu', { name: 'Selection' }).getByRole('menuitem', { name: 'Copy' }).click();
  await app.page.getByRole('menu').waitFor({ state: 'detached' });
  await app.page.mouse.click(760, 520, { button: 'right' });
  await app.page.getByRole('menu', { name: 'Board' }).getByRole('menuitem', { name: 'Paste' }).click();
  await expect.poll(() => nodes().count()).toBe(2);
  await undo();
  await expect.poll(() => nodes().count()).toBe(1);
});

test('the selection stays visible when a pane opens beside the board', async () => {
  const inspector = app.page.getByRole('button', { name: 'Inspector', exact: true });
  await elementAt(420, 260, 'One');
  await inspector.click();
  await app.page.getByRole('region', { name: 'Inspector', exact: true }).waitFor({ state: 'detached' });
  const { x, width } = (await board().boundingBox()) ?? { x: 0, width: 0 };
  const at = await middleOf('One');
  // Pans by dragging the empty canvas, until the element is at the right edge.
  await board().press('Alt+Shift+h');
  await expect.poll(() => board().getAttribute('data-tool')).toBe('hand');
  await app.page.mouse.move(at.x, at.y + 200);
  await app.page.mouse.down();
  await app.page.mouse.move(x + width - 200, at.y + 200, { steps: 8 });
  await app.page.mouse.up();
  await board().press('Alt+Shift+v');
  await node('One').click();
  const before = (await node('One').boundingBox())?.x ?? 0;
  await inspector.click();
  await expect
    .poll(async () => {
      const [room, seen] = [await board().boundingBox(), await node('One').boundingBox()];
      if (!room || !seen) return null;
      return { narrower: room.width < width, inside: seen.x + seen.width <= room.x + room.width, moved: seen.x < before };
    })
    .toEqual({ narrower: true, inside: true, moved: true });
});

test('zooming out to fit draws no cards on the way, and zooming back shows the selection again', async () => {
  await three();
  await node('One').click();
  const call = createBackendCall(app);
  const hash = /project\/(\w+)/.exec(app.page.url())?.[1] ?? '';
  const { records } = await call('project.read', { hash });
  const one = records.flatMap((piece) => JSON.parse(piece) as { kind: string; boardId: string }[]).find(({ kind }) => kind === 'element');
  // Below the visible area, far away, and the last one inside the visible area.
  const places = [
    ...Array.from({ length: 20 }, (_, at) => ({ x: (at % 5) * 120, y: 860 + at * 10 })),
    { x: 20_000, y: 0 },
    { x: 420, y: 40 },
  ];
  const commands = places.map((place) => ({
    do: 'create' as const,
    kind: 'element' as const,
    fields: { boardId: one?.boardId ?? '', ...place },
  }));
  await call('project.send', { hash, command: { do: 'batch', commands } });
  await expect.poll(() => nodes().count()).toBeGreaterThan(3);
  const count = await app.page.locator('.react-flow__nodes').evaluateHandle((all) => {
    const seen = { added: 0 };
    const watch = (changes: MutationRecord[]) => {
      for (const { addedNodes } of changes) seen.added += addedNodes.length;
    };
    new MutationObserver(watch).observe(all, { childList: true });
    return seen;
  });
  await board().press('Alt+1');
  await expect.poll(() => nodes().count()).toBe(0);
  expect([await board().getAttribute('data-detail'), await count.jsonValue()]).toEqual(['overview', { added: 0 }]);
  await press('Alt+2');
  await expect.poll(() => node('One').getAttribute('class')).toContain('selected');
});

test('deleted records are listed with their content, and restored in one step', async () => {
  await three();
  await elementAt(560, 620, 'A very long title that stays on its line: Lorem ipsum dolor sit amet, consectetur adipiscing elit');
  await press('Delete');
  await expect.poll(() => nodes().count()).toBe(3);
  await node('Two').click();
  await heading('Element').waitFor();
  await press('Delete');
  await node('Two').waitFor({ state: 'detached' });
  await board().press('Control+k');
  await expectFocused(app.page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox'));
  await app.page.keyboard.type('Recently deleted');
  await app.page.locator('.pick', { hasText: 'Recently deleted items of this project' }).click();
  const deleted = app.page.getByRole('dialog', { name: 'Recently deleted' });
  await deleted.getByRole('option').nth(1).waitFor();
  expect(await deleted.getByRole('option', { name: 'Two' }).textContent()).toMatch(/^TwoElement · .* · You$/);
  await expectAccessible(app, 'deleted');
  await app.page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(app, 'deleted narrow');
  await app.page.setViewportSize({ width: 1360, height: 860 });
  await deleted.getByRole('option', { name: 'Two' }).click();
  await deleted.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => deleted.getByRole('option').count()).toBe(1);
  // A second press of the same button does not restore another one.
  expect(await deleted.getByRole('option', { selected: true }).count()).toBe(0);
  expect(await deleted.getByRole('region', { name: 'Two' }).getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
  await press('Escape');
  await deleted.waitFor({ state: 'detached' });
  await node('Two').waitFor();
  await button('Undo: Restore “Two”').click();
  await node('Two').waitFor({ state: 'detached' });
});

test('the search bar of the board finds items in reading order', async () => {
  await three();
  await board().press('Escape');
  await press('/');
  const field = app.page.getByRole('textbox', { name: 'Find on board' });
  await field.fill('t');
  await app.page.getByText('0 of 2').waitFor();
  await field.press('Enter');
  await heading('Element').waitFor();
  await app.page.getByText('1 of 2').waitFor();
  await app.screenshot('board-find');
  await field.press('Enter');
  await app.page.getByText('2 of 2').waitFor();
  await field.press('Escape');
  await expect.poll(() => board().evaluate((each) => each === document.activeElement)).toBe(true);
});
