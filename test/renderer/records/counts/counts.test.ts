import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { countStoryTexts, formatTextCount, recordTextCounts } from '../../../../renderer/records/counts/story-text-counts.ts';
import { addTextCounts, countText, emptyTextCount, unitOf } from '../../../../shared/rich-text/text-count.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const countWords = (text: string, iso: string): number => countText(text, iso).words;
const wordsOf = (counts: ReturnType<typeof recordTextCounts> | undefined) =>
  Object.fromEntries([...(counts ?? [])].map(([iso, { words }]) => [iso, words]));

describe('counts of texts', () => {
  test('words are counted by the rules of their language', () => {
    expect(countWords("It's a door — isn't it?", 'en')).toBe(5);
    expect(countWords('', 'en')).toBe(0);
    expect(countWords('私は学生です', 'ja')).toBeGreaterThan(2);
    expect(countWords('two words', 'not a language!')).toBe(2);
    expect(countWords('dois três', 'pt_BR')).toBe(2);
  });

  test('Chinese and Japanese texts are counted in characters without spaces, all others in words, whatever their language is called', () => {
    const measure = (text: string, iso: string) => {
      const count = countText(text, iso);
      return [count[unitOf(count)], unitOf(count)];
    };
    expect(measure('私は学生です。', 'ja')).toEqual([7, 'characters']);
    expect(measure('「ドア」を 開ける！', 'en')).toEqual([9, 'characters']);
    expect(measure('我是学生，你呢？', 'zh-CN')).toEqual([8, 'characters']);
    expect(measure('HPが3回復した。', 'ja')).toEqual([9, 'characters']);
    expect(measure('The door (ドア) is open', 'en')).toEqual([5, 'words']);
    expect(measure('나는 학생입니다.', 'ko')).toEqual([2, 'words']);
    expect(measure('ฉันเป็นนักเรียน', 'th')[1]).toBe('words');
    expect(measure('café', 'fr')).toEqual([1, 'words']);
    expect(measure('', 'ja')).toEqual([0, 'words']);
    // A letter with a separate accent, an emoji of several parts.
    expect(countText('e\u0301 👩‍🚀', 'en').characters).toBe(3);
  });

  test('the unit of a story is that of all its texts together', () => {
    const texts = ['OK', '扉を開けますか？', 'いいえ'].map((text) => countText(text, 'ja'));
    expect(texts.map(unitOf)).toEqual(['words', 'characters', 'characters']);
    const story = texts.reduce(addTextCounts, emptyTextCount);
    expect([unitOf(story), story.characters]).toEqual(['characters', 13]);
  });

  test('a length is shown with its unit', () => {
    const count = { words: 7496, characters: 1, eastAsian: 0 };
    expect([formatTextCount(count, 'words'), formatTextCount(count, 'characters')]).toEqual(['7,496 words', '1 character']);
  });

  test('scripts do not count; each language is counted separately; boards add up to the story', async () => {
    const environment = createTestEnvironment();
    const { build, project, board, send } = createTestStory(openEngine(null, environment), environment);
    const { id } = build('element', {
      title: { en: '<p>The door</p>', de: '<p>Tür</p>' },
      content: '<p>Open it <b>now</b>.</p><pre><code>score = 1</code></pre>',
    });
    const other = build('board', { name: 'Act 2' });
    build('element', { boardId: other.id, title: '<p>End</p>' });
    build('note', { content: '<p>not for players</p>' });
    const record = [...project.records()].find((each) => each.id === id);
    if (!record) throw new Error('no element');
    expect(wordsOf(recordTextCounts(record))).toEqual({ en: 5, de: 1 });
    const pause = async () => undefined;
    const counts = await countStoryTexts(project, pause, () => true);
    expect(wordsOf(counts?.story)).toEqual({ en: 6, de: 1 });
    expect(wordsOf(counts?.boards.get(board))).toEqual({ en: 5, de: 1 });
    send({ do: 'change', kind: 'element', id, fields: { title: '<p>Door</p>' } });
    expect(wordsOf((await countStoryTexts(project, pause, () => true))?.story)).toEqual({ en: 5, de: 1 });
  });
});
