import { describe, expect, test } from 'vitest';
import { createDraft, type DraftController } from '../../../../renderer/editors/fields/draft.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { invalidFieldProblem, Problem } from '../../../../shared/problem.ts';
import { nextTurn } from '../../../next-turn.ts';

/** A field whose timers and save results are controlled by the test. */
function field(initial = '') {
  const saved: string[] = [];
  let waiting: (() => void)[] = [];
  let answers: { keep: (version: number) => void; refuse: (error: unknown) => void }[] = [];
  let version = 1;
  const draft: DraftController<string> = createDraft({
    initial,
    same: Object.is,
    save: (value) => {
      saved.push(value);
      return new Promise((keep, refuse) => answers.push({ keep: (newVersion) => keep({ newVersion }), refuse }));
    },
    schedule: (run) => {
      waiting.push(run);
      return () => (waiting = waiting.filter((each) => each !== run));
    },
  });
  return {
    draft,
    saved,
    pause: () => waiting.splice(0).forEach((run) => void run()),
    async answer(error?: unknown) {
      const [first, ...rest] = answers;
      answers = rest;
      if (error === undefined) first?.keep(++version);
      else first?.refuse(error);
      await nextTurn();
    },
    async answerLast() {
      answers.pop()?.keep(++version);
      await nextTurn();
    },
    value: () => draft.store.getState().value,
    fault: () => draft.store.getState().error,
  };
}

describe('a field that is saved while the user types', () => {
  test('typing is saved once, after the pause', async () => {
    const { draft, saved, pause, answer } = field();
    for (const text of ['H', 'He', 'Hey']) draft.type(text);
    expect(saved).toEqual([]);
    pause();
    await answer();
    expect(saved).toEqual(['Hey']);
  });

  test('reverting while a save is running keeps what is being saved', async () => {
    const { draft, saved, value, pause, answer } = field('5');
    draft.type('12');
    pause();
    draft.type('12x');
    draft.revert();
    expect(value()).toBe('12');
    await answer();
    await draft.flush();
    expect([value(), saved]).toEqual(['12', ['12']]);
  });

  test('leaving the field saves at once, and only what has changed', () => {
    const { draft, saved } = field('a');
    draft.flush();
    draft.type('b');
    draft.flush();
    expect(saved).toEqual(['b']);
  });

  test('what is typed during a save is saved after it', async () => {
    const { draft, saved, pause, answer } = field();
    draft.type('a');
    pause();
    draft.type('ab');
    pause();
    expect(saved).toEqual(['a']);
    await answer();
    expect(saved).toEqual(['a', 'ab']);
  });

  test('leaving the field does not wait for a save: the next step may be an undo, or another project', async () => {
    const { draft, saved, pause, answer, value } = field();
    draft.type('a');
    pause();
    draft.type('ab');
    draft.flush();
    expect(saved).toEqual(['a', 'ab']);
    draft.receive('a', 2);
    draft.receive('ab', 3);
    await answer();
    expect(draft.store.getState().isSaving).toBe(true);
    await answer();
    expect([value(), draft.store.getState().isSaving, saved]).toEqual(['ab', false, ['a', 'ab']]);
    draft.receive('theirs', 4);
    expect(value()).toBe('theirs');
  });

  test('of two saves, the response to the last one decides, whichever arrives first', async () => {
    const { draft, pause, answer, answerLast, fault, value } = field();
    draft.type('a');
    pause();
    draft.type('ab');
    draft.flush();
    await answerLast();
    await answer(invalidFieldProblem('name', verbatim('is not valid')));
    expect([value(), fault(), draft.store.getState().isSaving]).toEqual(['ab', null, false]);
    draft.receive('theirs', 9);
    expect(value()).toBe('theirs');
  });

  test('a rejection keeps the text and shows the reason', async () => {
    const { draft, value, fault, answer } = field('board');
    draft.type('9');
    draft.flush();
    await answer(invalidFieldProblem('customId', verbatim('is not a valid customId')));
    expect([value(), fault()]).toEqual(['9', 'is not a valid customId']);
    draft.type('board');
    expect(fault()).toBeNull();
  });

  test('changes from elsewhere appear while nothing else is typed', () => {
    const { draft, value } = field('a');
    draft.receive('b', 2);
    expect(value()).toBe('b');
    draft.type('mine');
    draft.receive('theirs', 3);
    expect(value()).toBe('mine');
  });

  test('the field’s own save has no effect when it arrives as a change', async () => {
    const { draft, value, saved, answer, pause } = field('a');
    draft.type('ab');
    draft.flush();
    draft.type('abc');
    draft.receive('ab', 2);
    await answer();
    pause();
    expect([value(), saved]).toEqual(['abc', ['ab', 'abc']]);
  });

  test('own saves that arrive late, after the next one was answered, have no effect', async () => {
    const { draft, value, answer, pause } = field('a');
    for (const text of ['ab', 'abc']) {
      draft.type(text);
      pause();
      await answer();
    }
    draft.receive('ab', 2);
    expect(value()).toBe('abc');
    draft.type('abcd');
    draft.receive('abc', 3);
    expect(value()).toBe('abcd');
  });

  test('what was undone during a save stays undone, and is saved', async () => {
    const { draft, value, saved, answer, pause } = field('a');
    draft.type('ab');
    pause();
    draft.type('a');
    draft.receive('ab', 2);
    await answer();
    pause();
    await answer();
    expect([value(), saved]).toEqual(['a', ['ab', 'a']]);
  });

  test('changes of others appear as soon as the own save is answered, unless they are older', async () => {
    const { draft, value, answer } = field('a');
    draft.type('ab');
    draft.flush();
    draft.receive('theirs', 3);
    await answer();
    expect(value()).toBe('theirs');
    draft.type('mine');
    draft.flush();
    draft.receive('older', 2);
    await answer();
    expect(value()).toBe('mine');
  });

  test('a rejected save is not repeated automatically', async () => {
    const { draft, saved, pause, answer } = field('a');
    draft.type('9');
    draft.flush();
    draft.flush();
    await answer(invalidFieldProblem('name', verbatim('is not valid')));
    pause();
    expect(saved).toEqual(['9']);
  });

  test('what could not be written stays in the field, says so, and is saved again until it is', async () => {
    const { draft, saved, pause, answer, value, fault } = field('a');
    const full = new Problem('store', verbatim('The disk is full.'), { reason: 'diskFull' });
    draft.type('ab');
    draft.flush();
    await answer(full);
    draft.receive('a', 1);
    expect([value(), fault()]).toEqual(['ab', expect.stringContaining('The disk is full.')]);
    pause();
    await answer(full);
    pause();
    await answer();
    expect(saved).toEqual(['ab', 'ab', 'ab']);
    expect([value(), fault()]).toEqual(['ab', null]);
    pause();
    expect(saved).toHaveLength(3);
  });

  test('closing waits for the saves that are running, and says whether everything is saved', async () => {
    const { draft, answer } = field('a');
    draft.type('ab');
    void draft.flush();
    const isSaved = draft.flush();
    await answer();
    expect(await isSaved).toBe(true);
    draft.type('9');
    const isRejected = draft.flush();
    await answer(invalidFieldProblem('name', verbatim('is not valid')));
    expect(await isRejected).toBe(false);
  });
});
