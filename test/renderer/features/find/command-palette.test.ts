/** The command palette finds actions by their labels, and by other words for them. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import '../../../../renderer/app/register.ts';
import { type Action, actionLabel } from '../../../../renderer/commands/action.ts';
import { listActions } from '../../../../renderer/commands/action-registry.ts';
import { actionItems, recordItems } from '../../../../renderer/features/find/command-palette.tsx';
import { setContrast } from '../../../../renderer/state/appearance.ts';
import { openProjectStore } from '../../../../renderer/state/open-project.ts';
import { messages as german } from '../../../../shared/messages/de/messages.ts';
import { messages as english } from '../../../../shared/messages/en/messages.ts';
import { messages as japanese } from '../../../../shared/messages/ja/messages.ts';
import { verbatim } from '../../../../shared/messages/message.ts';

describe('the command palette', () => {
  test.each([
    ['preferences', 'settings'],
    ['theme', 'settings'],
    ['license', 'about'],
    ['hotk', 'keyboardShortcuts'],
  ])('finds an action by the word %s', (query, name) => {
    expect(actionItems(query).map(({ id }) => id)).toContain(`do ${name}`);
  });

  test('never finds an action by the name of what it would apply to now', () => {
    openProjectStore.setState({ history: { undo: verbatim('Change the text of “Game over”'), redo: verbatim('Delete “Game over”') } });
    expect(actionItems('game over')).toEqual([]);
    expect(actionItems('undo').map(({ id }) => id)).toContain('do undo');
    expect(actionItems('redo').map(({ id }) => id)).toContain('do redo');
  });

  test('lists the commands that were chosen last, the newest first', () => {
    const choose = (name: string) =>
      actionItems('')
        .find(({ id }) => id === `do ${name}`)
        ?.run();
    // Neither opens anything.
    for (const name of ['highContrast', 'reduceMotion', 'highContrast']) choose(name);
    expect(actionItems('').slice(0, 2)).toEqual([
      expect.objectContaining({ id: 'do highContrast', group: 'Recently used' }),
      expect.objectContaining({ id: 'do reduceMotion', group: 'Recently used' }),
    ]);
  });

  test('finds a switch by what it would do now', () => {
    setContrast('system');
    const query = actionLabel(listActions().find(({ name }) => name === 'highContrast') as Action);
    expect(actionItems(query).map(({ id }) => id)).toContain('do highContrast');
  });

  test('lists what has the word in its label before what has it among its other words', () => {
    const ranks = actionItems('li').map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.toSorted((one, two) => one - two));
    expect(ranks).toContain(4);
    expect(Math.min(...ranks)).toBeLessThan(4);
  });

  test('every list of other words has two at least, in each language, and none of the label only', () => {
    const prefix = 'actions.synonyms.';
    const keys = Object.keys(english).filter((key) => key.startsWith(prefix));
    const names = listActions().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(keys.map((key) => key.slice(prefix.length))));
    expect(keys.length).toBeGreaterThan(40);
    for (const catalogue of [english, german, japanese])
      for (const key of keys) {
        const words = String(Reflect.get(catalogue, key)).split(/, */);
        expect(words.length, key).toBeGreaterThan(1);
        expect(
          words.every((word) => word.trim() !== ''),
          key,
        ).toBe(true);
      }
  });
});

describe('records in the command palette', () => {
  const named = (kind: 'board' | 'element', id: string, text: string) => ({ record: { kind, id }, text });
  const search = (query: string, ...names: ReturnType<typeof named>[]) => {
    // The list uses only the kind and the id of a record.
    const index = { names: () => names } as unknown as Parameters<typeof recordItems>[0];
    const { items, more } = recordItems(index, query);
    return { ids: items.map(({ id }) => id), more };
  };

  test('are the best of each kind, boards first, each once by its best name; the others are counted', () => {
    const halls = Array.from({ length: 100 }, (_, at) => named('element', `e${99 - at}`, `Hall ${String(99 - at).padStart(2, '0')}`));
    const { ids, more } = search(
      'hall',
      named('element', 'e7', 'In the hall'),
      ...halls,
      named('board', 'b', 'Great hall'),
      named('element', 'e50', 'Hall'),
    );
    expect(ids.slice(0, 4)).toEqual(['b', 'e50', 'e0', 'e1']);
    expect([ids.length, new Set(ids).size, more]).toEqual([41, 41, 60]);
  });

  test('are found without comparing the names of all of them', () => {
    const compare = vi.spyOn(Intl.Collator.prototype, 'compare', 'get');
    const count = { compared: 0 };
    compare.mockImplementation(() => (one: string, two: string) => {
      count.compared += 1;
      return one < two ? -1 : 1;
    });
    onTestFinished(() => compare.mockRestore());
    const names = Array.from({ length: 20_000 }, (_, at) =>
      named('element', `e${at}`, `Hall ${String((at * 7919) % 20_000).padStart(5, '0')}`),
    );
    expect(search('hall', ...names).more).toBe(19_960);
    expect(count.compared).toBeGreaterThan(20_000 - 40);
    expect(count.compared).toBeLessThan(60_000);
  });
});
