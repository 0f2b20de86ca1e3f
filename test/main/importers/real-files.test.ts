/** Files of the hosted service: all of them are imported completely, with every id and every text. */
import { expect, test } from 'vitest';
import { importStory } from '../../../main/importers/import-story.ts';
import { t } from '../../../shared/messages/english.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { conditionScriptsIn, readHostedExports, richTextsIn, skippedSuffix } from '../../hosted-exports.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { collections } from '../exporters/importers.ts';
import { importProblem } from './small-story.ts';

const files = readHostedExports();
const hello = 'json-2024-hello.json';
const take = (json: unknown) => importStory(json, { environment: createTestEnvironment(), repair: true });

test(`[G26] all real files but one are imported completely without a repair${skippedSuffix}`, async () => {
  for (const { name, json } of files) {
    const { records, notes } = await importStory(json, { environment: createTestEnvironment(), repair: name === hello });
    expect(findProjectErrors(records), name).toEqual([]);
    expect(notes.length, name).toBeGreaterThan(0);
    expect(
      records.filter(({ extra }) => extra),
      name,
    ).toEqual([]);
  }
});

test(`[G27] a folder that lists a missing board is rejected with its path; a repair removes the entry and reports it${skippedSuffix}`, async () => {
  for (const { json } of files.filter(({ name }) => name === hello)) {
    const path = 'boards.2ad15ff6-f2ba-4f1d-9d9d-68938c683d7e.children.2';
    const problem = await importProblem(json);
    expect(problem.code).toBe('importIntegrity');
    expect(Object.keys(problem.json.errors)).toEqual([path]);
    const [note] = (await take(json)).notes;
    expect(note && t(note)).toContain(`Skipped ${path}`);
  }
});

test(`[G19] every id of a file is the id of a record, but for assets and the root of variables${skippedSuffix}`, async () => {
  for (const { name, json } of files) {
    const imported = new Set((await take(json)).records.map(({ id }) => id));
    const lost = idsIn(json).filter(({ id, root }) => !imported.has(id) && !root);
    expect(lost, name).toEqual([]);
  }
});

test(`[G21] every text is stored in its canonical form, which is the same except for a bare < and text without a tag${skippedSuffix}`, async () => {
  for (const { name, json } of files) {
    const { records } = await take(json);
    const imported = new Set(records.flatMap((record: AnyRecord) => [...textsOfRecord(record)].map(({ text }) => text)));
    for (const { path, text } of richTextsIn(json)) {
      const read = canonicalizeRichText(text, 'story');
      if (text === '' || !read.ok) continue;
      expect(imported.has(read.html), `${name} ${path}`).toBe(true);
      if (text.includes('<')) expect(read.html, `${name} ${path}`).toBe(text.replaceAll('< ', '&lt; '));
    }
    for (const { path, text } of conditionScriptsIn(json)) expect(imported.has(text), `${name} ${path}`).toBe(true);
  }
});

function idsIn(json: unknown): { id: string; root: boolean }[] {
  return Object.entries(Object(json)).flatMap(([collection, entries]) =>
    collections.includes(collection) && collection !== 'assets'
      ? Object.entries(Object(entries)).map(([id, entry]) => ({ id, root: collection === 'variables' && Object(entry).root === true }))
      : [],
  );
}
