/** [G21] In a mirrored project the editor makes only what the service takes. */
import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { documentToHtml } from '../../../../renderer/editors/document/document-to-html.ts';
import type { EditorNode } from '../../../../renderer/editors/document/editor-document.ts';
import { editorExtensionsFor } from '../../../../renderer/editors/document/editor-extensions.ts';
import { htmlToDocument } from '../../../../renderer/editors/document/html-to-document.ts';
import { canonicalizeRichText } from '../../../../shared/rich-text/canonicalize-rich-text.ts';

function through(dialect: 'api' | 'note', document: EditorNode): string | null {
  const node = getSchema(editorExtensionsFor(dialect)).nodeFromJSON(document);
  node.check();
  return documentToHtml(node.toJSON() as EditorNode);
}

test('what is taken goes through the editor as it is', () => {
  for (const html of ['<p>One <b>two</b> <code>x</code></p><p></p>', '<code>score = 1\nscore += 1</code><p>Then.</p>'])
    expect(through('api', htmlToDocument(html))).toBe(html);
  expect(through('note', htmlToDocument('<p>One <b>two</b></p>'))).toBe('<p>One <b>two</b></p>');
});

test('what the editor makes by itself is taken', () => {
  const made: EditorNode = {
    type: 'doc',
    content: [
      { type: 'codeBlock', content: [{ type: 'text', text: 'score = 1' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'bold', marks: [{ type: 'bold' }] }] },
    ],
  };
  const html = through('api', made) ?? '';
  expect(html).toBe('<code>score = 1</code><p><b>bold</b></p>');
  expect(canonicalizeRichText(html, 'api')).toMatchObject({ ok: true });
});

test('the schema has no place for anything else', () => {
  const { marks, nodes } = getSchema(editorExtensionsFor('api'));
  expect([...Object.keys(nodes), ...Object.keys(marks)].sort()).toEqual(['bold', 'code', 'codeBlock', 'doc', 'paragraph', 'text']);
});
