/** A conflict of texts proposes the changes of both sides together, where they do not overlap. */
import { describe, expect, test } from 'vitest';
import { proposeMergedText } from '../../../../main/sync/plan/propose-merge.ts';
import type { KindName } from '../../../../shared/model/kinds/kinds.ts';

const propose = (base: string | null, local: string, remote: string, field = 'content', kind: KindName = 'element') =>
  proposeMergedText({ kind, field, reason: 'bothChanged', base, local, remote });

describe('proposed merges of texts', () => {
  test.each([
    [
      'words of one sentence',
      '<p>The old door is shut.</p>',
      '<p>The heavy old door is shut.</p>',
      '<p>The old door is open.</p>',
      '<p>The heavy old door is open.</p>',
    ],
    [
      'paragraphs',
      '<p>One.</p><p>Two.</p>',
      '<p>One!</p><p>Two.</p>',
      '<p>One.</p><p>Two.</p><p>Three.</p>',
      '<p>One!</p><p>Two.</p><p>Three.</p>',
    ],
    ['formatting and a word', '<p>The old door.</p>', '<p>The <b>old</b> door.</p>', '<p>The old gate.</p>', '<p>The <b>old</b> gate.</p>'],
    [
      'a language without spaces',
      '<p>古い扉は閉まっている。</p>',
      '<p>重い古い扉は閉まっている。</p>',
      '<p>古い扉は開いている。</p>',
      '<p>重い古い扉は開いている。</p>',
    ],
    ['the same change', '<p>A cat.</p>', '<p>A dog.</p>', '<p>A dog.</p>', '<p>A dog.</p>'],
  ])('%s', (_, base, local, remote, merged) => {
    expect(propose(base, local, remote)).toBe(merged);
    expect(propose(base, remote, local)).toBe(merged);
  });

  test.each([
    ['the same word', '<p>A cat.</p>', '<p>A dog.</p>', '<p>A fox.</p>'],
    ['two additions at one place', '<p>A cat</p>', '<p>A cat and a dog</p>', '<p>A cat or a fox</p>'],
    ['formatting that would not nest', '<p>one two three</p>', '<p><b>one two</b> three</p>', '<p>one <i>two three</i></p>'],
    [
      'a line of a script, which is one piece',
      '<pre><code>a = 1 + 2</code></pre>',
      '<pre><code>b = 1 + 2</code></pre>',
      '<pre><code>a = 1 + 3</code></pre>',
    ],
  ])('none for %s', (_, base, local, remote) => {
    expect(propose(base, local, remote)).toBeNull();
    expect(propose(base, remote, local)).toBeNull();
  });

  test('stylesheets are merged by lines; names, scripts of conditions and texts without a common one are not', () => {
    expect(propose('a {}\nb {}\nc {}', 'a { color: red }\nb {}\nc {}', 'a {}\nb {}\nc { top: 0 }', 'css', 'project')).toBe(
      'a { color: red }\nb {}\nc { top: 0 }',
    );
    expect(propose('<code>a and b</code>', '<code>x and b</code>', '<code>a and y</code>', 'script', 'condition')).toBeNull();
    expect(propose(null, '<p>A.</p>', '<p>B.</p>')).toBeNull();
  });
});
