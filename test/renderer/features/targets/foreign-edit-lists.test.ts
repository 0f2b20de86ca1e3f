/** What is shown of the changes of another program, before the user takes them into the story. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { EditList, SkippedEdits } from '../../../../renderer/features/targets/apply-edits-dialog.tsx';
import type { ForeignEdit } from '../../../../shared/contracts/targets.ts';
import { verbatim } from '../../../../shared/messages/message.ts';

const editOf = (id: string, some: Partial<ForeignEdit> = {}): ForeignEdit => ({
  id,
  kind: 'element',
  record: id,
  message: verbatim(`Change ${id}`),
  isConflict: false,
  base: verbatim('before'),
  inStory: verbatim('before'),
  inFile: verbatim('theirs'),
  ...some,
});
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const listOf = (edits: readonly ForeignEdit[], chosen: readonly string[] = []): string =>
  renderToStaticMarkup(createElement(EditList, { edits, title: 'Changes', chosen: new Set(chosen), onToggle: () => undefined }));

describe('the changes of another program', () => {
  test('show the value in the file; where both changed it, that of the story, too', () => {
    expect(textOf(listOf([editOf('a')]))).toBe('Changes Change a File Removed: before Added: theirs');
    expect(textOf(listOf([editOf('b', { isConflict: true, inStory: verbatim('ours') })]))).toBe(
      'Changes Change b Story Removed: before Added: ours File Removed: before Added: theirs',
    );
  });

  test('are chosen one by one', () => {
    const boxes = [...listOf([editOf('a'), editOf('b')], ['b']).matchAll(/<input[^>]*>/g)].map(([box]) => box.includes('checked=""'));
    expect(boxes).toEqual([false, true]);
  });

  test('are shown in pages, so that a file with thousands of them opens at once', () => {
    const html = listOf(Array.from({ length: 250 }, (_, at) => editOf(String(at))));
    expect(html.match(/<input/g)).toHaveLength(100);
    expect(textOf(html)).toMatch(/Show more \(150\)$/);
  });

  test('that cannot be taken have their reason, and very many are counted', () => {
    const found = { edits: [], notTaken: [verbatim('Note “New”: added. Why')], notTakenTotal: 3, hasMore: false, reason: null };
    expect(textOf(renderToStaticMarkup(createElement(SkippedEdits, { found })))).toBe(
      'Can’t be applied Note “New”: added. Why and 2 more changes',
    );
    expect(renderToStaticMarkup(createElement(SkippedEdits, { found: { ...found, notTaken: [], notTakenTotal: 0 } }))).toBe('');
  });
});
