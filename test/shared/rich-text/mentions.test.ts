/** Mentions: found, renamed and unwrapped, in rich text and in scripts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relabelMention } from '../../../main/engine/decide/derived-texts.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { findMentions, unwrapMention } from '../../../shared/rich-text/mentions.ts';
import { conditionScriptsIn, readHostedExports, richTextsIn, skippedSuffix } from '../../hosted-exports.ts';

const span = (text: string, label: string | null, id = 'c-1', type = 'component') =>
  `<span class="mention-${type} mention" data-id="${id}"${label === null ? '' : ` data-label="${label}"`} data-type="${type}">${text}</span>`;

test('[G22] mentions are listed in order, one for each span', () => {
  const html = `<p>${span('A', 'A')} and ${span('B', 'B', 'b-1', 'board')}</p><pre><code>if visits(${span('e', 'E', 'e-1', 'element')})</code></pre><p>${span('A', 'A')}</p>`;
  expect(findMentions(html)).toEqual([
    { id: 'c-1', type: 'component' },
    { id: 'b-1', type: 'board' },
    { id: 'e-1', type: 'element' },
    { id: 'c-1', type: 'component' },
  ]);
  expect(findMentions(`a < 3 and visits(${span('e', 'E', 'e-1', 'element')}) &gt; 1`)).toEqual([{ id: 'e-1', type: 'element' }]);
  expect(findMentions('<p>data-id="c-1"</p>')).toEqual([]);
});

describe('renaming', () => {
  test('[G22] changes the label and the text of each span of that id, and no other byte', () => {
    const html = `<p>To ${span('Castle', 'Castle')}, ${span('Castle', 'Castle', 'c-2')} &amp; ${span('Castle', 'Castle')}.</p>`;
    expect(relabelMention(html, 'c-1', 'Tower & <Moat>')).toBe(
      `<p>To ${span('Tower &amp; &lt;Moat&gt;', 'Tower &amp; &lt;Moat&gt;')}, ${span('Castle', 'Castle', 'c-2')} &amp; ${span('Tower &amp; &lt;Moat&gt;', 'Tower &amp; &lt;Moat&gt;')}.</p>`,
    );
  });

  test('[G22] in a script the text is the name as one word', () => {
    const before = `<p>${span('Get potion', 'Get potion', 'e', 'element')}</p><pre><code>if visits(${span('get_potion', 'Get potion', 'e', 'element')})</code></pre>`;
    const after = `<p>${span('Find it', 'Find it', 'e', 'element')}</p><pre><code>if visits(${span('find_it', 'Find it', 'e', 'element')})</code></pre>`;
    expect(relabelMention(before, 'e', 'Find it')).toBe(after);
    expect(relabelMention(`not visits(${span('potion', 'potion', 'e', 'element')})`, 'e', 'Find it')).toBe(
      `not visits(${span('find_it', 'Find it', 'e', 'element')})`,
    );
  });

  test('[G22] a span without a label stays without one, and a leading @ stays', () => {
    expect(relabelMention(`<p>${span('Castle', null)}</p>`, 'c-1', 'Tower')).toBe(`<p>${span('Tower', null)}</p>`);
    expect(relabelMention(`<p>${span('@Castle', 'Castle')}</p>`, 'c-1', 'Tower')).toBe(`<p>${span('@Tower', 'Tower')}</p>`);
  });

  test('[G22] a mention in a text without a block is renamed too', () => {
    expect(relabelMention(`${span('Old Castle', 'Old Castle')} at night`, 'c-1', 'New Castle')).toBe(
      `${span('New Castle', 'New Castle')} at night`,
    );
  });

  test('[G22] characters of replacement patterns are ordinary in a name', () => {
    expect(relabelMention(`<p>${span('A', 'A')}</p>`, 'c-1', '$& $1 $\' "q"')).toBe(
      `<p>${span('$&amp; $1 $\' "q"', "$&amp; $1 $' &quot;q&quot;")}</p>`,
    );
  });
});

test('[G22] deleting the mentioned record removes the span and keeps its text', () => {
  expect(unwrapMention(`<p>To ${span('A &amp; B', 'A &amp; B')}, ${span('C', 'C', 'c-2')}.</p>`, 'c-1')).toBe(
    `<p>To A &amp; B, ${span('C', 'C', 'c-2')}.</p>`,
  );
  expect(unwrapMention(`visits(${span('get_potion', 'Get potion', 'e', 'element')}) < 3`, 'e')).toBe('visits(get_potion) < 3');
});

test('[G22] a text without the id is returned unchanged', () => {
  const html = `<p>${span('A', 'A')}</p>`;
  expect(relabelMention(html, 'other', 'B')).toBe(html);
  expect(unwrapMention(html, 'other')).toBe(html);
});

test('[G22] for any name, the text stays canonical, the mention stays the same, and its name can be read', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((name) => name.replace(/[\0\r]/g, '')),
      (name) => {
        const after = relabelMention(`<p>a ${span('Old Name', 'Old Name')} b</p>`, 'c-1', name);
        expect(canonicalizeRichText(after, 'story')).toEqual({ ok: true, html: after });
        expect(findMentions(after)).toEqual([{ id: 'c-1', type: 'component' }]);
        const taken = unwrapMention(after, 'c-1');
        expect(findMentions(taken)).toEqual([]);
        expect(canonicalizeRichText(taken, 'story')).toEqual({ ok: true, html: taken });
      },
    ),
  );
});

test(`[G22] renaming each mention of the real files to its own label changes no byte${skippedSuffix}`, () => {
  let seen = 0;
  for (const { json } of readHostedExports()) {
    for (const { text } of [...richTextsIn(json), ...conditionScriptsIn(json)]) {
      for (const { id } of findMentions(text)) {
        const label =
          new RegExp(`data-id="${id}" data-label="([^"]*)"`).exec(text)?.[1] ?? new RegExp(`data-id="${id}"[^>]*>([^<]*)<`).exec(text)?.[1];
        expect(relabelMention(text, id, label ?? '')).toBe(text);
        seen++;
      }
    }
  }
  expect(seen > 50 || skippedSuffix !== '').toBe(true);
});
