/** docs/engines.md is in step with what is known of the plug-ins. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { enginesPage, renderEnginesPage } from './engines-page.ts';

test('the tables of the page follow from the data of the exporters; `npm run engines` writes them', () => {
  const page = readFileSync(enginesPage, 'utf8');
  expect(page.match(/<!-- generated: \w+ -->/g)).toHaveLength(2);
  expect(page).toBe(renderEnginesPage());
});
