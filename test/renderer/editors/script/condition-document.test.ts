import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToDocument } from '../../../../renderer/editors/document/document-html.ts';
import { conditionExtensions, storyExtensions } from '../../../../renderer/editors/document/editor-schema.ts';
import { conditionToDocument, documentToCondition } from '../../../../renderer/editors/script/script-editor.tsx';
import { readEditorCode, readEditorCodes } from '../../../../renderer/editors/script/script-highlighting.ts';
import { canonicalizeConditionScript } from '../../../../shared/rich-text/condition-script.ts';
import { findMentions } from '../../../../shared/rich-text/mentions.ts';
import { parseConditionSource } from '../../../../shared/rich-text/script-source.ts';

const gate = '<span class="mention-element mention" data-id="g" data-label="The gate" data-type="element">the_gate</span>';
const script = `visits(${gate}) &gt; 1`;
const schema = getSchema(conditionExtensions);

/** The script of the document that an editor contains after `write`. */
function inEditor(text: string, write: (document: Node) => Node = (document) => document) {
  const document = write(Node.fromJSON(schema, conditionToDocument(text)));
  document.check();
  return readEditorCode(document.child(0), 1);
}

describe('the script of a condition in its editor', () => {
  test('[G22] mentions become nodes, and entities are decoded', () => {
    const { text: source, mentions } = inEditor(script);
    expect(source).toBe('visits(the_gate) > 1');
    expect(mentions).toEqual(parseConditionSource(script).mentions);
  });

  test('an unedited script is returned character by character', () => {
    for (const text of [script, 'a  >  b', 'a &lt; b and c', '', 'a\nb']) expect(documentToCondition(inEditor(text), text)).toBe(text);
  });

  test('[G22] text written before and behind a mention keeps the mention; a deleted mention is removed', () => {
    const written = {
      text: 'not visits(the_gate) > 12',
      mentions: [{ start: 11, end: 19, attributes: parseConditionSource(script).mentions[0]?.attributes ?? [] }],
    };
    expect(documentToCondition(written, script)).toBe(`not visits(${gate}) &gt; 12`);
    expect(findMentions(documentToCondition({ text: 'visits() > 1', mentions: [] }, script))).toEqual([]);
  });

  test('whatever is typed can be stored and reads as it was typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (/[\0\r\u00a0]/.test(text)) return;
        const made = documentToCondition({ text: text, mentions: [] }, script);
        expect(canonicalizeConditionScript(made)).toEqual({ ok: true, script: made });
        expect(inEditor(made).text).toBe(text);
      }),
    );
  });

  test('a position in the source is found in the document, also behind a mention', () => {
    const document = Node.fromJSON(schema, conditionToDocument(script));
    const { text: source, toDocumentPosition } = readEditorCode(document.child(0), 1);
    const behind = source.indexOf('> 1');
    expect(document.textBetween(toDocumentPosition(0), toDocumentPosition(6))).toBe('visits');
    expect(document.textBetween(toDocumentPosition(behind), toDocumentPosition(behind + 3))).toBe('> 1');
    expect(toDocumentPosition(7)).toBe(8);
  });
});

test('[Exports] the scripts of a text are counted as its interpreters do', () => {
  const html =
    '<p>a</p><pre><code>x = 1</code></pre><ul><li><p>b</p></li></ul><pre><code> </code></pre><blockquote><pre><code>y = 2</code></pre></blockquote>';
  const document = Node.fromJSON(getSchema(storyExtensions), htmlToDocument(html));
  const codes = readEditorCodes(document);
  expect(codes.map(({ text: source }) => source)).toEqual(['x = 1', 'y = 2']);
  for (const { text: source, toDocumentPosition } of codes)
    expect(document.textBetween(toDocumentPosition(0), toDocumentPosition(source.length))).toBe(source);
});
