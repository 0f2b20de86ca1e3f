import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { countStoryWords, recordWordCounts } from '../../../../renderer/records/counts/story-word-counts.ts';
import { countWords } from '../../../../shared/rich-text/count-words.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

describe('word counts', () => {
  test('words are counted by the rules of their language', () => {
    expect(countWords("It's a door — isn't it?", 'en')).toBe(5);
    expect(countWords('', 'en')).toBe(0);
    expect(countWords('私は学生です', 'ja')).toBeGreaterThan(2);
    expect(countWords('two words', 'not a language!')).toBe(2);
    expect(countWords('dois três', 'pt_BR')).toBe(2);
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
    expect(Object.fromEntries(recordWordCounts(record))).toEqual({ en: 5, de: 1 });
    const pause = async () => undefined;
    const counts = await countStoryWords(project, pause, () => true);
    expect(Object.fromEntries(counts?.story ?? [])).toEqual({ en: 6, de: 1 });
    expect(Object.fromEntries(counts?.boards.get(board) ?? [])).toEqual({ en: 5, de: 1 });
    send({ do: 'change', kind: 'element', id, fields: { title: '<p>Door</p>' } });
    expect(Object.fromEntries((await countStoryWords(project, pause, () => true))?.story ?? [])).toEqual({ en: 5, de: 1 });
  });
});
