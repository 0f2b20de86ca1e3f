/** [Story folder] Two versions of a file, merged block by block and field by field. */
import { describe, expect, test } from 'vitest';
import { mergeStoryFile } from '../../../main/story-folder/merge-story-file.ts';
import { mergeParagraphs } from '../../../main/sync/plan/merge-paragraphs.ts';

const element = (fields: string) => `a:\n  kind: element\n  rank: a0\n${fields}`;

describe('[Story folder] a merge of two versions of a file', () => {
  test.each([
    ['of different fields has both', '  x: 1\n  y: 1\n', '  x: 2\n  y: 1\n', '  x: 1\n  y: 3\n', '  x: 2\n  y: 3\n'],
    ['in which both have made the same change has it', '  x: 1\n', '  x: 2\n', '  x: 2\n', '  x: 2\n'],
    [
      'keeps a field that one side has added and one that the other has removed',
      '  x: 1\n  theme: gold\n',
      '  x: 1\n',
      '  x: 1\n  theme: gold\n  mood: calm\n',
      '  x: 1\n  mood: calm\n',
    ],
    [
      'merges texts by paragraph',
      '  title: |-\n    <p>a</p>\n    <p>b</p>\n',
      '  title: |-\n    <p>A</p>\n    <p>b</p>\n',
      '  title: |-\n    <p>a</p>\n    <p>B</p>\n    <p>c</p>\n',
      '  title: |-\n    <p>A</p>\n    <p>B</p>\n    <p>c</p>\n',
    ],
    [
      'does not take the new label of a mention for a change of the text',
      '  title: |-\n    <p><span class="mention" data-id="k" data-label="Knight" data-type="component">@Knight</span></p>\n    <p>b</p>\n',
      '  title: |-\n    <p><span class="mention" data-id="k" data-label="Ritter" data-type="component">@Ritter</span></p>\n    <p>b</p>\n',
      '  title: |-\n    <p><span class="mention" data-id="k" data-label="Knight" data-type="component">@Knight</span> waits</p>\n    <p>b</p>\n',
      '  title: |-\n    <p><span class="mention" data-id="k" data-label="Knight" data-type="component">@Knight</span> waits</p>\n    <p>b</p>\n',
    ],
  ])('%s', async (_, base, local, remote, merged) => {
    const sides = { base: element(base), local: element(local), remote: element(remote) };
    expect(await mergeStoryFile(sides)).toEqual({ text: element(merged), conflicts: 0 });
    expect((await mergeStoryFile({ ...sides, local: sides.remote, remote: sides.local })).conflicts).toBe(0);
  });

  test('has both values where both sides have changed one, also where one has its default', async () => {
    const sides = { base: element('  x: 1\n  theme: gold\n'), local: element('  x: 2\n'), remote: element('  x: 3\n  theme: pink\n') };
    expect(await mergeStoryFile(sides)).toEqual({
      text: element(
        '  x:\n    conflict:\n      ours: 2\n      theirs: 3\n      base: 1\n  theme:\n    conflict:\n      theirs: pink\n      base: gold\n',
      ),
      conflicts: 2,
    });
  });

  test('takes fields that are only valid together from one side', async () => {
    const variable = (type: string, value: string) => `v:\n  kind: variable\n  rank: a0\n  name: v\n  type: ${type}\n  value: ${value}\n`;
    const sides = { base: variable('integer', '1'), local: variable('float', '1.5'), remote: variable('integer', '2') };
    expect((await mergeStoryFile(sides)).conflicts).toBeGreaterThan(0);
    expect((await mergeStoryFile({ ...sides, remote: sides.base })).text).toBe(sides.local);
  });

  test('keeps a block that one side has removed and the other has changed, as a conflict, and removes one that nobody has changed', async () => {
    const both = `${element('  x: 1\n')}\nb:\n  kind: note\n  rank: a1\n  x: 1\n  y: 1\n`;
    expect(await mergeStoryFile({ base: both, local: element('  x: 1\n'), remote: both })).toEqual({
      text: element('  x: 1\n'),
      conflicts: 0,
    });
    const changed = both.replace('  y: 1\n', '  y: 2\n');
    expect(await mergeStoryFile({ base: both, local: element('  x: 1\n'), remote: changed })).toEqual({
      text: `${changed}  conflict:\n    ours: removed\n    theirs: changed\n`,
      conflicts: 1,
    });
  });

  test('has the blocks of both sides in their order, the main one first, also of a file that both have added', async () => {
    const note = (id: string) => `${id}:\n  kind: note\n  rank: a1\n  x: 1\n  y: 1\n`;
    const board = 'm:\n  kind: board\n  rank: a0\n  name: Board\n';
    const sides = { base: '', local: `${board}\n${note('c')}`, remote: `${board}\n${note('b')}\n${note('z')}` };
    expect((await mergeStoryFile(sides)).text).toBe([board, note('b'), note('c'), note('z')].join('\n'));
  });

  test('merges the file of the story and keeps what it does not know', async () => {
    const story = (name: string, more = '') => `format: 1\nid: r\nname: ${name}\nroots:\n  component: c\n${more}`;
    const sides = { base: story('A'), local: story('B'), remote: story('A', 'tool: x\n') };
    expect(await mergeStoryFile(sides)).toEqual({ text: story('B', 'tool: x\n'), conflicts: 0 });
  });
});

describe('[Story folder] paragraphs of a text that both sides have changed', () => {
  test.each([
    [
      ['a', 'b', 'c'],
      ['A', 'b', 'c'],
      ['a', 'b', 'C'],
      ['A', 'b', 'C'],
    ],
    [
      ['a', 'b'],
      ['A', 'b'],
      ['a', 'B'],
      ['A', 'B'],
    ],
    [['a', 'b'], ['a', 'b', 'c'], ['b'], ['b', 'c']],
    [
      ['a', 'b'],
      ['x', 'b'],
      ['x', 'b', 'c'],
      ['x', 'b', 'c'],
    ],
    [['a'], ['b'], ['c'], null],
    [['a'], ['a', 'b'], ['a', 'c'], null],
    [['a', 'b'], ['a', 'x', 'b'], ['a', 'B'], null],
  ])('%j, %j and %j become %j', (base, local, remote, merged) => {
    expect(mergeParagraphs(base, local, remote)).toEqual(merged);
  });
});
