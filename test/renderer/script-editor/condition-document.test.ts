import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentOf } from '../../../renderer/inspector/story-document.ts';
import { conditionExtensions, storyExtensions } from '../../../renderer/inspector/story-extensions.ts';
import { codeIn, codesIn } from '../../../renderer/script-editor/code-in-editor.ts';
import { conditionOf, documentOfCondition } from '../../../renderer/script-editor/condition-document.ts';
import { codeOfCondition } from '../../../shared/rich-text/code.ts';
import { readConditionScript } from '../../../shared/rich-text/condition-script.ts';
import { mentionsIn } from '../../../shared/rich-text/mentions.ts';

const gate = '<span class="mention-element mention" data-id="g" data-label="The gate" data-type="element">the_gate</span>';
const script = `visits(${gate}) &gt; 1`;
const schema = getSchema(conditionExtensions);

/** What an editor holds of a script, after `write` has had its way with it. */
function inEditor(text: string, write: (document: Node) => Node = (document) => document) {
  const document = write(Node.fromJSON(schema, documentOfCondition(text)));
  document.check();
  return codeIn(document.child(0), 1);
}

describe('the script of a condition in its editor', () => {
  test('[G22] mentions are things, entities what they say', () => {
    const { source, mentions } = inEditor(script);
    expect(source).toBe('visits(the_gate) > 1');
    expect(mentions).toEqual(codeOfCondition(script).mentions);
  });

  test('what nobody has written in comes back letter by letter', () => {
    for (const text of [script, 'a  >  b', 'a &lt; b and c', '', 'a\nb']) expect(conditionOf(inEditor(text), text)).toBe(text);
  });

  test('[G22] what is written before and behind a mention leaves it a mention; one that is deleted is gone', () => {
    const written = {
      source: 'not visits(the_gate) > 12',
      mentions: [{ start: 11, end: 19, attributes: codeOfCondition(script).mentions[0]?.attributes ?? [] }],
    };
    expect(conditionOf(written, script)).toBe(`not visits(${gate}) &gt; 12`);
    expect(mentionsIn(conditionOf({ source: 'visits() > 1', mentions: [] }, script))).toEqual([]);
  });

  test('whatever is written can be stored and reads as it was written', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (/[\0\r\u00a0]/.test(text)) return;
        const made = conditionOf({ source: text, mentions: [] }, script);
        expect(readConditionScript(made)).toEqual({ ok: true, script: made });
        expect(inEditor(made).source).toBe(text);
      }),
    );
  });

  test('a place of the source is found in the document, behind a mention too', () => {
    const document = Node.fromJSON(schema, documentOfCondition(script));
    const { source, at } = codeIn(document.child(0), 1);
    const behind = source.indexOf('> 1');
    expect(document.textBetween(at(0), at(6))).toBe('visits');
    expect(document.textBetween(at(behind), at(behind + 3))).toBe('> 1');
    expect(at(7)).toBe(8);
  });
});

test('[Exports] the scripts of a text are counted as its interpreters do', () => {
  const html =
    '<p>a</p><pre><code>x = 1</code></pre><ul><li><p>b</p></li></ul><pre><code> </code></pre><blockquote><pre><code>y = 2</code></pre></blockquote>';
  const document = Node.fromJSON(getSchema(storyExtensions), documentOf(html));
  const codes = codesIn(document);
  expect(codes.map(({ source }) => source)).toEqual(['x = 1', 'y = 2']);
  for (const { source, at } of codes) expect(document.textBetween(at(0), at(source.length))).toBe(source);
});
