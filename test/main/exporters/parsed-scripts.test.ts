/** The checks parse scripts without the texts around them, and each only once. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxScriptLength, parseConditionOnce, parseContentOnce } from '../../../main/exporters/checks/parsed-scripts.ts';
import { canonicalizeRichText } from '../../../shared/rich-text/canonicalize-rich-text.ts';
import { withoutTexts } from '../../../shared/rich-text/edit-scripts.ts';
import { parseContent } from '../../../shared/script/parse-content.ts';
import type { Program } from '../../../shared/script/syntax.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { pluginProfile } from './plugin-profiles.ts';

const mention = '<span class="mention-element mention" data-id="e1" data-label="Hall" data-type="element">hall</span>';

test('[Exports] scripts without the texts around them parse in the same way, at the same positions', () => {
  const line = fc.constantFrom(
    'x = 1',
    'if x',
    'elseif y',
    'else',
    'endif',
    'show(x)',
    'x = = 1',
    ' ',
    `if visits(${mention})`,
    'x =<br>1',
    'x = &lt;',
  );
  const inline = fc.constantFrom('a', ' ', '<b>b</b>', '<br>', '<code>x</code>', '&lt;code&gt;', mention);
  const block: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      inline,
      { weight: 3, arbitrary: inline.map((inside) => `<p>${inside}</p>`) },
      { weight: 4, arbitrary: line.map((inside) => `<pre><code>${inside}</code></pre>`) },
      line.map((inside) => `<pre spellcheck="false"><code>${inside}</code></pre>`),
      line.map((inside) => `<pre><code>${inside}</code><code>${inside}</code></pre>`),
      line.map((inside) => `<pre><code><code>${inside}</code></code></pre>`),
      fc.array(tie('any'), { maxLength: 3 }).map((inside) => `<blockquote>${inside.join('')}</blockquote>`),
      fc.array(tie('any'), { maxLength: 3 }).map((inside) => `<ul><li>${inside.join('')}</li></ul>`),
    ),
  })).any;
  let shorter = 0;
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const html = canonicalizeRichText(blocks.join(''), 'story');
      if (!html.ok) return;
      const scripts = withoutTexts(html.html);
      if (scripts !== html.html) shorter += 1;
      const [whole, reduced] = [parseContent(html.html), parseContent(scripts)];
      if (!whole.ok || !reduced.ok) expect(reduced).toEqual(whole);
      else expect(scriptsOf(reduced.program)).toEqual(scriptsOf(whole.program));
    }),
    { numRuns: cases(1000) },
  );
  expectEnough(shorter, cases(1000), 0.06);
});

/** The program without its texts. */
function scriptsOf(program: Program): unknown[] {
  return program.flatMap((part): unknown[] => {
    if (part.type === 'text') return [];
    if (part.type === 'quotation') return scriptsOf(part.body);
    if (part.type !== 'choose') return [part];
    const branches = part.branches.map((branch) => ({ ...branch, body: scriptsOf(branch.body) }));
    return [{ ...part, branches, otherwise: part.otherwise && scriptsOf(part.otherwise) }];
  });
}

describe('parsing once', () => {
  test('translations of a text share the scripts that they have in common', () => {
    const english = parseContentOnce('<p>The old door</p><pre><code>opened = true</code></pre>');
    expect(english.script).toHaveLength(1);
    expect(parseContentOnce('<p>Die alte Tür</p><pre><code>opened = true</code></pre><p>knarrt</p>')).toBe(english);
    expect(parseContentOnce('<p>The old door</p><pre><code>opened = false</code></pre>')).not.toBe(english);
  });

  test('grammars are parsed separately', () => {
    const text = '<pre><code>if not a == b</code></pre><pre><code>endif</code></pre>';
    const grammar = pluginProfile('unity');
    expect(parseContentOnce(text, grammar)).toBe(parseContentOnce(text, grammar));
    expect(parseContentOnce(text, grammar)).not.toEqual(parseContentOnce(text));
  });

  test('what is used stays, and the rest is forgotten', () => {
    const condition = (name: string) => parseConditionOnce(`${name} == "${'a'.repeat(maxScriptLength / 2)}"`);
    const [used, unused] = [condition('used'), condition('unused')];
    for (let count = 0; count < 200; count++) {
      condition(`other${count}`);
      expect(condition('used')).toBe(used);
    }
    expect(condition('unused')).not.toBe(unused);
  });
});
