/** [G21] In a mirrored project the editor makes only what the service takes. */
import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { extensionsFor } from '../../../renderer/inspector/dialect-extensions.ts';
import { type DocumentNode, documentOf, htmlOf } from '../../../renderer/inspector/story-document.ts';
import { readRichText } from '../../../shared/rich-text/read.ts';

function through(dialect: 'api' | 'note', document: DocumentNode): string | null {
  const node = getSchema(extensionsFor(dialect)).nodeFromJSON(document);
  node.check();
  return htmlOf(node.toJSON() as DocumentNode);
}

test('what is taken goes through the editor as it is', () => {
  for (const html of ['<p>One <b>two</b> <code>x</code></p><p></p>', '<code>score = 1\nscore += 1</code><p>Then.</p>'])
    expect(through('api', documentOf(html))).toBe(html);
  expect(through('note', documentOf('<p>One <b>two</b></p>'))).toBe('<p>One <b>two</b></p>');
});

test('what the editor makes by itself is taken', () => {
  const made: DocumentNode = {
    type: 'doc',
    content: [
      { type: 'codeBlock', content: [{ type: 'text', text: 'score = 1' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'bold', marks: [{ type: 'bold' }] }] },
    ],
  };
  const html = through('api', made) ?? '';
  expect(html).toBe('<code>score = 1</code><p><b>bold</b></p>');
  expect(readRichText(html, 'api')).toMatchObject({ ok: true });
});

test('the schema has no place for anything else', () => {
  const { marks, nodes } = getSchema(extensionsFor('api'));
  expect([...Object.keys(nodes), ...Object.keys(marks)].sort()).toEqual(['bold', 'code', 'codeBlock', 'doc', 'paragraph', 'text']);
});
