/**
 * Every field of every kind in shared/model/kinds is shown, and can be changed unless it is read-only. The test visits the views of a story
 * in which every field has a value, records what the page marks as fields, and compares that with the definitions. A new field without a
 * control fails here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyRecord, allKinds } from '../../shared/model/kinds/kinds.ts';
import { richTextToPlainText } from '../../shared/rich-text/plain-text.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { testId, writeFullStory } from './full-story.ts';
import { chooseMenuItem, goToProjectList, waitForBoard } from './user-steps.ts';
import { closeView, view } from './views.ts';

interface Seen {
  /** How many controls it has. */
  controls: number;
  text: string;
}

let app: TestApp;
let records: AnyRecord[] = [];
const seen = new Map<string, Seen>();
const folder = mkdtempSync(join(tmpdir(), 'taleport-fields-'));

beforeAll(async () => {
  app = await launchApp();
  const { hash } = await createBackendCall(app)('project.import', { source: { path: writeFullStory(folder) } });
  await goToProjectList(app);
  await app.page.getByRole('row', { name: /Everything/ }).dblclick();
  await waitForBoard(app);
  const snapshot = await createBackendCall(app)('project.read', { hash });
  records = snapshot.records.flatMap((piece) => JSON.parse(piece) as AnyRecord[]);
  await app.page.locator('.language-picker').getByRole('button').click();
  await app.page.getByRole('option', { name: /^Deutsch/ }).click();
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Records the fields that the page shows now, each with its controls and its text. */
async function reviewChanges(): Promise<void> {
  const found = await app.page.evaluate(() => {
    const acts =
      'button:not([disabled]), input:not([disabled]):not([readonly]), textarea:not([disabled]):not([readonly]), [contenteditable="true"]';
    return [...document.querySelectorAll('[data-field]')].map((marked) => {
      const inside = marked.shadowRoot ?? marked;
      const own = marked.matches(acts) ? 1 : 0;
      const all = [marked, ...inside.querySelectorAll('*')];
      const words = all.flatMap((each) => [
        each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement ? each.value : '',
        each.getAttribute('title') ?? '',
        each.getAttribute('datetime') ?? '',
        each.getAttribute('aria-label') ?? '',
      ]);
      return {
        names: (marked.getAttribute('data-field') ?? '').split(' '),
        controls: own + inside.querySelectorAll(acts).length,
        text: [inside.textContent, ...words].join('\n'),
      };
    });
  });
  for (const { names, controls, text } of found)
    for (const name of names) {
      const before = seen.get(name) ?? { controls: 0, text: '' };
      seen.set(name, { controls: Math.max(before.controls, controls), text: `${before.text}\n${text}` });
    }
}

const panel = (name: string) => app.page.getByRole('heading', { name, level: 2, exact: true });
const node = (kind: string, words: string) => app.page.locator(`.react-flow__node-${kind}`, { hasText: words });
/** The topmost dialog, else the view in front. */
const dialog = () => view(app).or(app.page.getByRole('dialog')).last();
async function closeDialog(): Promise<void> {
  if ((await app.page.getByRole('dialog').count()) === 0) return closeView(app);
  await app.page.getByRole('dialog').last().getByRole('button', { name: 'Close', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
}

describe('every field', () => {
  test('of the items on a board', async () => {
    const { page } = app;
    await panel('Board').waitFor();
    await page.locator('[data-field="board.name"] input').waitFor();
    await reviewChanges();
    await page.getByRole('treegrid', { name: 'Boards' }).getByRole('row', { name: 'Island' }).click();
    await page.locator('[data-field="board.customId"] button').waitFor();
    await reviewChanges();
    await page.getByRole('treegrid', { name: 'Boards' }).getByRole('row', { name: 'Coast' }).click();
    await waitForBoard(app);
    // At the initial zoom the panel covers a part of the last card, so a click might miss it.
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    const items: [kind: string, words: string, x: string][] = [
      ['element', 'Das Ufer', '411'],
      ['element', 'Der Sturm', '822'],
      ['element', 'Der Film', '1233'],
      ['element', 'Die Burg', '1644'],
      ['note', 'Mind the gap', '512'],
      ['jumper', 'Der Sturm', '912'],
      ['branch', 'oil', '1312'],
    ];
    for (const [kind, words, x] of items) {
      await node(kind, words).click();
      // The panel opens after the selection is shown on the board.
      await page.locator(`[data-field="${kind}.x"] input[value="${x}"]`).waitFor();
      await reviewChanges();
    }
    await page.locator('.connection-label', { hasText: 'Weiter' }).click();
    await panel('Connection').waitFor();
    await reviewChanges();
  });

  test('of components, assets and comments', async () => {
    const { page } = app;
    await page.getByRole('tab', { name: 'Components', exact: true }).click();
    const components = page.getByRole('treegrid', { name: 'Components' });
    await components.getByRole('row', { name: 'Marén' }).click();
    await panel('Component').waitFor();
    await reviewChanges();
    await page.getByRole('tab', { name: 'Assets', exact: true }).click();
    const assets = page.getByRole('treegrid', { name: 'Assets' });
    await assets.getByRole('row', { name: /rain.wav/ }).waitFor();
    await assets.getByRole('row', { name: /Pictures/ }).click();
    await page.keyboard.press('ArrowRight');
    for (const name of ['door.png', 'rain.wav', 'storm.mp4']) {
      await chooseMenuItem(app, `More for ${name}`, /^Preview/);
      await dialog().waitFor();
      await reviewChanges();
      await closeDialog();
    }
    await page.keyboard.press('Alt+K');
    await page.locator('.comments').getByRole('button', { name: /Show$/ }).click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await page.locator('.thread').waitFor();
    await reviewChanges();
  });

  test('of variables and of the project', async () => {
    const { page } = app;
    await page.locator('.board').focus();
    await page.keyboard.press('Alt+v');
    await dialog().locator('[data-variable="oil"]').waitFor();
    await reviewChanges();
    await closeDialog();
    for (const [entry, place] of [
      [/^Project settings/, '.about-project'],
      [/^Languages/, '.language-list'],
      [/^Stylesheet/, '.css-editor'],
    ] as const) {
      await chooseMenuItem(app, 'More for Everything', entry);
      await dialog().locator(place).waitFor();
      await reviewChanges();
      await closeDialog();
    }
  });

  /** Ids of roots, which are never shown ([Common conventions]). The heading of a note's panel shows whether it is a frame, which an action changes. */
  const internal = new Set(['project.roots', 'note.isFrame']);
  /** Fields that the window only shows. [G24] Comments are read-only. The type of a file follows from its bytes. Folders of variables are those of the imported file. */
  const isRead = (kind: string, field: string) =>
    kind === 'comment' ||
    kind === 'reply' ||
    (kind === 'variable' && field === 'folders') ||
    (kind === 'asset' && ['size', 'bytes', 'mime', 'width', 'height', 'duration'].includes(field));

  test('is shown in a view', () => {
    const all = allKinds.flatMap(({ kind, fields }) => Object.keys(fields).map((field) => `${kind}.${field}`));
    expect(all.filter((name) => !internal.has(name) && !seen.has(name))).toEqual([]);
  });

  test('that is editable has a control there', () => {
    const dead = allKinds.flatMap(({ kind, fields, immutableFields }) =>
      Object.keys(fields)
        .filter((field) => !immutableFields.includes(field) && !isRead(kind, field))
        .map((field) => `${kind}.${field}`)
        .filter((name) => !internal.has(name) && seen.get(name)?.controls === 0),
    );
    expect(dead).toEqual([]);
  });

  test('shows its value', () => {
    // The output of the branch is shown there.
    const shown = new Set([...Array.from({ length: 90 }, (_, at) => testId(at)).filter((id) => id !== testId(31)), 'project']);
    const roots = Object.values((records.find(({ kind }) => kind === 'project')?.roots ?? {}) as Record<string, string>);
    const lost: string[] = [];
    for (const record of records) {
      if (!shown.has(record.id) || roots.includes(record.id) || record.type === 'folder') continue;
      for (const [field, value] of Object.entries(record)) {
        const name = `${record.kind}.${field}`;
        // Stored from 0 to 1, shown in per cent.
        const said = name === 'connection.labelLocation' ? String(Number(value) * 100) : wordsOf(value);
        const words = seen.get(name)?.text;
        if (said === null || words === undefined || record.name === 'Island' || ofBytes.has(name)) continue;
        if (!words.includes(said)) lost.push(`${name} of ${record.id}: ${said}`);
      }
    }
    expect(lost).toEqual([]);
  });

  /** Shown in words, or by the label of a choice. */
  const ofBytes = new Set(['asset.bytes', 'asset.duration', 'asset.mime', 'asset.size', 'asset.file', 'asset.type']);

  /** The part of a value that its view must show literally; null for ids, choices and records. */
  function wordsOf(value: unknown): string | null {
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string')
      return /^(0{8}-|[A-Za-z-]+$)/.test(value) && !/^(Coast|windy|oil)$/.test(value) ? null : richTextToPlainText(value);
    if (typeof value === 'object' && value !== null && 'de' in value) {
      const { text } = (value as { de: { text?: string | null } }).de;
      return typeof text === 'string' ? richTextToPlainText(text) || text : null;
    }
    if (typeof value === 'object' && value !== null && 'data' in value && !Array.isArray(value.data)) return String(value.data);
    return null;
  }
});
