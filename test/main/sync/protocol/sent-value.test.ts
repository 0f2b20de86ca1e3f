/** What is recognised as sent on a remote that normalizes texts. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { hasSentValue } from '../../../../main/sync/protocol/recovery.ts';
import { asMap, createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const environment = createTestEnvironment(23);
const engine = openEngine(null, environment);
const { build } = createTestStory(engine, environment);
const note = asMap(build('note'));
const withContent = (content: string | null) => ({ ...note, content });

test.each([
  ['the same text', '<p>Go on.</p>', '<p>Go on.</p>', true],
  ['other spaces', '<p>Go on…</p>', '<p>Go\u00a0 on...</p>', true],
  ['other markup of new words', '<p><b>Go</b> on.</p>', '<p style="margin-left: 20px;"><strong>Go</strong> on.</p>', true],
  ['other words', '<p>Go on.</p>', '<p>Go away.</p>', false],
  ['only other markup', '<p><b>Stop</b> there.</p>', '<p>Stop there.</p>', false],
  ['nothing', '<p>Go on.</p>', null, false],
])('[I4, I5] %s', (_name, sent, found, expected) => {
  expect(hasSentValue('content', withContent('<p>Stop there.</p>'), withContent(sent), withContent(found))).toBe(expected);
});

test('[I5] what is not a text is compared exactly', () => {
  expect(hasSentValue('x', undefined, { ...note, x: 1 }, { ...note, x: 1 })).toBe(true);
  expect(hasSentValue('x', undefined, { ...note, x: 1 }, { ...note, x: 2 })).toBe(false);
});
