import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { wordsIn } from '../../../renderer/counts/count-words.ts';
import { storyCounts, wordsOf } from '../../../renderer/counts/story-counts.ts';
import { story } from '../../build.ts';
import { stillWorld } from '../../world.ts';

describe('word counts', () => {
  test('words are counted by the rules of their language', () => {
    expect(wordsIn("It's a door — isn't it?", 'en')).toBe(5);
    expect(wordsIn('', 'en')).toBe(0);
    expect(wordsIn('私は学生です', 'ja')).toBeGreaterThan(2);
    expect(wordsIn('two words', 'not a language!')).toBe(2);
    expect(wordsIn('dois três', 'pt_BR')).toBe(2);
  });

  test('scripts are no words; each language counts for itself; boards add up to the story', async () => {
    const world = stillWorld();
    const { build, project, board, send } = story(openEngine(null, world), world);
    const { id } = build('element', {
      title: { en: '<p>The door</p>', de: '<p>Tür</p>' },
      content: '<p>Open it <b>now</b>.</p><pre><code>score = 1</code></pre>',
    });
    const other = build('board', { name: 'Act 2' });
    build('element', { boardId: other.id, title: '<p>End</p>' });
    build('note', { content: '<p>not for players</p>' });
    const record = [...project.records()].find((each) => each.id === id);
    if (!record) throw new Error('no element');
    expect(Object.fromEntries(wordsOf(record))).toEqual({ en: 5, de: 1 });
    const rest = async () => undefined;
    const counts = await storyCounts(project, rest, () => true);
    expect(Object.fromEntries(counts?.story ?? [])).toEqual({ en: 6, de: 1 });
    expect(Object.fromEntries(counts?.boards.get(board) ?? [])).toEqual({ en: 5, de: 1 });
    send({ do: 'change', kind: 'element', id, fields: { title: '<p>Door</p>' } });
    expect(Object.fromEntries((await storyCounts(project, rest, () => true))?.story ?? [])).toEqual({ en: 5, de: 1 });
  });
});
