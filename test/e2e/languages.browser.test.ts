/** Each language fits: in every view, in a window of 1100 pixels and in one that is half as wide, as at 200 %, nothing is cut off. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageOptions } from '../../shared/messages/languages.ts';
import { root } from '../root.ts';
import { launchApp, type TestApp } from './app.ts';
import { createBackendCall } from './backend-call.ts';
import { visitDialogs, visitProjectList, visitSettings, visitStory } from './every-view.ts';
import { findMisfits } from './misfits.ts';
import { switchLanguage } from './switch-language.ts';

const sizes = [
  { width: 1100, height: 760 },
  { width: 680, height: 430 },
];

/** Pictures are taken of these, and of what does not fit. */
const mainViews = ['projects', 'settings-1', 'board', 'targets', 'translations'];

describe.each(languageOptions)('$label', ({ id }) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await launchApp();
    const text = readFileSync(join(root, 'samples', 'sample.json'), 'utf8');
    const call = createBackendCall(app);
    await call('project.import', { source: { text, fileName: 'story.json' } });
    await call('backup.create', {});
    await switchLanguage(app.page, id);
    await app.page.locator('.project-list [data-hash]').first().waitFor();
  });
  afterAll(() => app.close());

  test('nothing is cut off', async () => {
    const found: string[] = [];
    const judge = async (view: string) => {
      for (const size of sizes) {
        await app.page.setViewportSize(size);
        const misfits = await findMisfits(app.page);
        found.push(...misfits.map((fault) => `${view} at ${size.width}: ${fault}`));
        if (misfits.length > 0 || mainViews.includes(view)) await app.screenshot(`${id}-${view}-${size.width}`);
      }
      await app.page.setViewportSize({ width: 1360, height: 860 });
    };
    await visitProjectList(app.page, judge);
    await visitSettings(app.page, judge);
    await visitStory(app.page, judge);
    await visitDialogs(app.page, judge);
    expect(found).toEqual([]);
  });
});
