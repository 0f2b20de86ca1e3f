/** The command palette finds actions by their labels, and by other words for them. */
import { describe, expect, test } from 'vitest';
import '../../../../renderer/app/register.ts';
import { type Action, actionLabel } from '../../../../renderer/commands/action.ts';
import { listActions } from '../../../../renderer/commands/action-registry.ts';
import { actionItems } from '../../../../renderer/features/find/command-palette.tsx';
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
