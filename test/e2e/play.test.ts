/** Playing a story in the window: from the start and from an element, with choices, scripts, variables and languages; and a malicious stylesheet. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchApp, type TestApp } from './app.ts';
import { hostileElements, hostileStyles, openRequestCatcher } from './hostile-content.ts';
import { createProject, moveCaretTo, startImport, waitForBoard } from './user-steps.ts';

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'taleport-play-'));
beforeAll(async () => {
  app = await launchApp();
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pane = () => app.page.locator('.play-panel');
const page = () => app.page.frameLocator('iframe.play-page');
const text = () => page().locator('body').innerText();
const choices = () => pane().getByRole('list', { name: 'Choices' }).getByRole('button').allInnerTexts();
const choice = (text: string | RegExp) => pane().getByRole('list', { name: 'Choices' }).getByRole('button', { name: text });
const field = (name: string) => pane().getByRole('textbox', { name, exact: true });
const selected = async () => (await app.page.locator('.react-flow__node.selected').allTextContents()).join();

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const code = (script: string) => `<pre><code>${script}</code></pre>`;

/** A short story of coins, with a script that fails, a branch, and hostile texts. */
function story(startingElement: string | null = uuid(10)): unknown {
  const element = (title: string, content: string, outputs: number[]) => ({
    theme: 'default',
    title: `<p>${title}</p>`,
    content,
    outputs: outputs.map(uuid),
    components: [],
  });
  const line = (from: number, to: number, kinds: [string, string], label: string | null = null) => ({
    type: 'Bezier',
    label,
    theme: 'default',
    sourceid: uuid(from),
    sourceType: kinds[0],
    targetid: uuid(to),
    targetType: kinds[1],
  });
  return {
    name: 'Coins',
    startingElement,
    boards: {
      [uuid(1)]: { name: 'Root', root: true, children: [uuid(2)] },
      [uuid(2)]: {
        name: 'Street',
        notes: [],
        jumpers: [],
        branches: [uuid(30)],
        elements: [10, 11, 12, 13].map(uuid),
        connections: [20, 21, 22, 23, 24].map(uuid),
      },
    },
    notes: {},
    elements: {
      [uuid(10)]: element('The street', `<p>You see a coin.</p>${code('show("You have ", coins, ".")')}`, [20, 21]),
      [uuid(11)]: element('The coin', `${code('coins += 1')}<p>It is yours.</p><p><a href="https://example.com/">A sign</a></p>`, [22]),
      [uuid(12)]: element('The inn', `<p>Welcome, rich one.</p>${code('coins = nobody')}`, []),
      [uuid(13)]: element('The gutter', '<p>Nothing here.</p>', []),
    },
    jumpers: {},
    connections: {
      [uuid(20)]: line(10, 11, ['elements', 'elements'], '<p>Take it</p>'),
      [uuid(21)]: line(10, 30, ['elements', 'branches'], '<p>Go to the inn</p>'),
      [uuid(22)]: line(11, 10, ['elements', 'elements']),
      [uuid(23)]: line(40, 12, ['conditions', 'elements']),
      [uuid(24)]: line(41, 10, ['conditions', 'elements'], '<p>The inn is closed to you</p>'),
    },
    branches: { [uuid(30)]: { theme: 'default', conditions: { ifCondition: uuid(40), elseCondition: uuid(41) } } },
    components: { [uuid(3)]: { name: 'Root', root: true, children: [] } },
    attributes: {},
    assets: { [uuid(4)]: { root: true, children: [] } },
    variables: {
      [uuid(5)]: { root: true, children: [uuid(6)] },
      [uuid(6)]: { name: 'coins', type: 'integer', value: 0, cType: 'global' },
    },
    conditions: { [uuid(40)]: { script: 'coins > 1', output: uuid(23) }, [uuid(41)]: { script: null, output: uuid(24) } },
    cover: null,
  };
}

async function importStory(imported = story()): Promise<void> {
  const path = join(folder, 'coins.json');
  writeFileSync(path, JSON.stringify(imported));
  await startImport(app, path);
  const notes = app.page.getByRole('button', { name: 'Open project' });
  await notes.or(app.page.locator('.board[data-ready]')).first().waitFor();
  if (await notes.isVisible()) await notes.click();
  await waitForBoard(app);
}

describe('a story of coins', () => {
  beforeAll(() => importStory());

  test('[Scripts] plays from the start with scripts, choices and branches; the board highlights the current item', async () => {
    await app.page.keyboard.press('Alt+p');
    await expect.poll(text).toContain('You see a coin. You have 0.');
    expect(await choices()).toEqual(['1\nTake it', '2\nThe inn is closed to you']);
    await expect.poll(() => app.page.evaluate(() => document.activeElement?.className)).toBe('play-step');
    await expect.poll(selected).toContain('The street');
    await choice('Take it').click();
    await expect.poll(text).toContain('It is yours.');
    await expect.poll(selected).toContain('The coin');
    expect(await choices()).toEqual(['1\nThe street']);
    await expect.poll(() => field('coins').inputValue()).toBe('1');
  });

  test('the keyboard alone is enough: digits choose, Backspace goes back', async () => {
    await expect.poll(() => app.page.evaluate(() => document.activeElement?.className)).toBe('play-step');
    await app.page.keyboard.press('1');
    await expect.poll(text).toContain('You have 1.');
    await app.page.keyboard.press('1');
    await expect.poll(() => field('coins').inputValue()).toBe('2');
    await app.page.keyboard.press('Backspace');
    await expect.poll(text).toContain('You have 1.');
    await app.page.keyboard.press('Backspace');
    await app.page.keyboard.press('Backspace');
    await expect.poll(text).toContain('You have 0.');
  });

  test('a variable set by hand changes the path, and a failing script reports its location', async () => {
    await field('coins').fill('7');
    await field('coins').press('Enter');
    await expect.poll(choices).toEqual(['1\nTake it', '2\nGo to the inn']);
    await app.screenshot('play');
    await choice('Go to the inn').click();
    await expect.poll(text).toContain('Welcome, rich one.');
    await pane().getByText('“nobody” isn’t a variable yet.').waitFor();
    await pane().getByRole('button', { name: 'Element “The inn”, content (English), script 1, line 1, column 9' }).waitFor();
    await pane().getByText('The end', { exact: true }).waitFor();
    await app.screenshot('play-fault');
    await pane().getByRole('button', { name: 'Play again', exact: true }).click();
    await expect.poll(text).toContain('You have 0.');
  });

  test('a value that is still being typed when the pane closes is set', async () => {
    await field('coins').fill('7');
    await field('coins').press('Alt+p');
    await pane().waitFor({ state: 'detached' });
    await app.page.keyboard.press('Alt+p');
    await expect.poll(() => field('coins').inputValue()).toBe('7');
    await expect.poll(choices).toEqual(['1\nTake it', '2\nGo to the inn']);
    await field('coins').fill('0');
    await field('coins').press('Enter');
    await expect.poll(choices).toEqual(['1\nTake it', '2\nThe inn is closed to you']);
  });

  test('[Exports] played as a game engine, it stops where the game would stop', async () => {
    const playAs = async (engine: RegExp) => {
      await pane()
        .getByRole('button', { name: /Play like/ })
        .click();
      await app.page.getByRole('option', { name: engine }).click();
    };
    await playAs(/^Unity main/);
    await field('coins').fill('7');
    await field('coins').press('Enter');
    await choice('Go to the inn').click();
    await pane().getByText('Unity main (unreleased) would stop here: this element shows no text and no choices.').waitFor();
    await pane().getByText('“nobody” isn’t a variable yet.').waitFor();
    expect(await text()).not.toContain('Welcome');
    expect(await pane().getByText('The end', { exact: true }).count()).toBe(0);
    await app.screenshot('play-as');
    await playAs(/^Unity v2/);
    await pane().getByText('Unity v2 (withdrawn) would stop here: this element shows no text and no choices.').waitFor();
    await playAs(/^Taleport/);
    await expect.poll(text).toContain('Welcome, rich one.');
    await pane().getByRole('button', { name: 'Play again', exact: true }).click();
    await expect.poll(text).toContain('You have 0.');
  });

  test('edits during play are shown immediately', async () => {
    const content = app.page.getByRole('textbox', { name: 'Content' });
    await expect.poll(() => content.innerText()).toContain('You see a coin.');
    await moveCaretTo(app, content, 'Control+Home');
    await app.page.keyboard.type('Fog. ');
    await expect.poll(text).toContain('Fog. You see a coin.');
    expect(await content.evaluate((each) => each.contains(document.activeElement))).toBe(true);
  });

  test('starts from any element; visits are counted, and coverage lists unreached elements', async () => {
    await app.page.locator('.react-flow__node-element', { hasText: 'The gutter' }).click();
    await app.page.keyboard.press('Alt+Shift+p');
    await expect.poll(text).toContain('Nothing here.');
    await pane().getByRole('tab', { name: 'Visits' }).click();
    await pane().getByRole('spinbutton', { name: 'Visits to The gutter' }).waitFor();
    await pane().getByRole('tab', { name: 'Coverage' }).click();
    await pane().getByRole('button', { name: 'Measure coverage with random playthroughs' }).click();
    await pane()
      .getByText(/^3 of 4 elements were reached/)
      .waitFor();
    await pane().getByRole('heading', { name: '1 element can’t be reached' }).waitFor();
    await pane().getByRole('button', { name: 'The gutter' }).waitFor();
    await app.screenshot('play-coverage');
    await pane().getByRole('tab', { name: 'Variables' }).click();
  });

  test('closing ends it', async () => {
    await pane().getByRole('button', { name: 'Close player' }).click();
    await expect.poll(() => pane().count()).toBe(0);
    await expect.poll(() => app.page.evaluate(() => document.activeElement?.classList.contains('board'))).toBe(true);
  });
});

test('[Localized content] the play follows the chosen language', async () => {
  await createProject(app, 'Visual novel', 'Two tongues');
  await app.page.keyboard.press('Alt+p');
  await expect.poll(text).not.toBe('');
  const english = await text();
  await app.page.getByRole('button', { name: /Language$/ }).click();
  await app.page.getByRole('option').nth(1).click();
  await expect.poll(text).not.toBe(english);
  await pane().getByRole('button', { name: 'Close player' }).click();
});

test('a story without a start can be started from the selected element', async () => {
  await importStory(story(null));
  await app.page.keyboard.press('Alt+p');
  await pane().getByText('The story has no start yet.').waitFor();
  const start = pane().getByRole('button', { name: 'Set as story start', exact: true });
  expect(await start.isDisabled()).toBe(true);
  await app.page.locator('.react-flow__node').filter({ hasText: 'The gutter' }).click();
  await expect.poll(selected).toContain('The gutter');
  await app.screenshot('play-no-start');
  await start.click();
  await expect.poll(text).toContain('Nothing here.');
});

test('with a hostile stylesheet and hostile markup, the frame loads only fonts of the window, runs nothing and navigates nowhere', async () => {
  const catcher = await openRequestCatcher();
  onTestFinished(() => catcher.close());
  const other = await launchApp();
  const { page } = other;
  await createProject(other, 'Sample', 'Trap');
  await page.keyboard.press('Alt+p');
  await page.locator('iframe.play-page').waitFor();
  const came: string[] = [];
  const assets = new URL('/assets/', page.url()).href;
  const isFontOfWindow = (url: string) => url.startsWith('data:font/') || (url.startsWith(assets) && url.endsWith('.woff2'));
  page.on('requestfinished', (request) => {
    if (request.frame() !== page.mainFrame() && !isFontOfWindow(request.url())) came.push(request.url());
  });
  const hostile = { css: hostileStyles(catcher.origin), elements: hostileElements(catcher.origin) };
  const seen = await page.evaluate(async ({ css, elements }) => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe.play-page')?.contentDocument;
    const view = inside?.defaultView;
    if (!inside || !view) throw new Error('There is no frame.');
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(`${css}
      body { background: url("/file/x/y.png"); }
      body::before { content: "X"; position: fixed; inset: -9999px; z-index: 99999; }
    `);
    inside.adoptedStyleSheets = [...inside.adoptedStyleSheets, sheet];
    const script = inside.createElement('script');
    // Newer versions of Chromium accept the text and refuse to run the script, older ones refuse the text.
    try {
      script.append(inside.createTextNode('parent.document.title = "taken"'));
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof view.TypeError)) throw error;
    }
    const image = inside.createElement('img');
    const refusedStrings = [
      () => image.setAttribute('onerror', 'parent.document.title = "taken"'),
      () => Object.assign(inside.createElement('script'), { textContent: 'parent.document.title = "taken"' }),
      () => Object.assign(inside.createElement('div'), { innerHTML: '<img src=x>' }),
      () => Object.assign(document.createElement('div'), { innerHTML: '<img src=x>' }),
      () => new Worker('data:text/javascript,0'),
    ].map((attempt) => {
      try {
        attempt();
        return 'accepted';
      } catch (error) {
        return error instanceof view.TypeError || error instanceof TypeError ? 'refused' : String(error);
      }
    });
    image.src = 'https://example.com/image.png';
    const forged = elements.map(({ tag, attributes }) => {
      const element = inside.createElement(tag);
      for (const [name, value] of Object.entries(attributes))
        try {
          element.setAttribute(name, value);
        } catch (error) {
          // The addresses of objects must be trusted, too.
          if (!(error instanceof TypeError || error instanceof view.TypeError)) throw error;
        }
      return element;
    });
    const link = inside.createElement('a');
    link.href = 'https://example.com/top';
    link.target = '_top';
    inside.body.append(script, image, link, ...forged);
    const refused = new Promise((done) => image.addEventListener('error', done, { once: true }));
    inside.forms[0]?.submit();
    link.click();
    await refused;
    // Waits for whatever begins within the next frames.
    for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
    const play = document.querySelector('.play-head')?.getBoundingClientRect();
    const top = play && document.elementFromPoint(play.x + play.width / 2, play.y + play.height / 2);
    return { title: document.title, isHeadOnTop: top?.closest('.play-head') != null, refusedStrings };
  }, hostile);
  const sandbox = await page.locator('iframe.play-page').getAttribute('sandbox');
  // Each attempt is rejected with a log entry: the page logs nothing else.
  const refusals = await other.close().then(
    () => '',
    (error: Error) => error.message,
  );
  expect(seen).toEqual({ title: 'Trap – Taleport', isHeadOnTop: true, refusedStrings: Array(5).fill('refused') });
  expect(came.filter((url) => !url.startsWith('data:'))).toEqual([]);
  expect(catcher.requests).toEqual([]);
  expect(sandbox).toBe('allow-same-origin');
  expect(refusals).toMatch(/An HTMLScriptElement was directly modified and will not be executed|requires 'TrustedScript' assignment/);
  expect(refusals).toContain('Blocked form submission');
  for (const line of refusals
    .split('\n')
    .slice(1)
    .filter((each) => each !== ''))
    expect(line).toMatch(/violates|Blocked|sandboxed|Unsafe attempt|requires 'Trusted/);
});
