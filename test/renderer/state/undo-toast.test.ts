/** The toast with Undo: it never offers to undo anything but what it reports. */
import { afterEach, expect, test } from 'vitest';
import { openProjectStore } from '../../../renderer/state/open-project.ts';
import { showUndoToast } from '../../../renderer/state/undo-toast.ts';
import { type Message, verbatim } from '../../../shared/messages/message.ts';
import { watchToasts } from '../visible-toasts.ts';

const toasts = watchToasts();
const shown = () => toasts().map(({ title }) => title);
const step = (undo: Message | null, redo: Message | null = null) => openProjectStore.setState({ history: { undo, redo } });

afterEach(() => {
  step(null);
  openProjectStore.setState({ hash: null });
});

test('closes when the user changes something else, and when the step is undone by other means', () => {
  step(verbatim('Delete'));
  showUndoToast('Deleted');
  expect(shown()).toEqual(['Deleted']);
  step(verbatim('Change title'));
  expect(shown()).toEqual([]);
  step(verbatim('Delete'));
  showUndoToast('Deleted again');
  step(verbatim('Delete'), verbatim('Delete'));
  expect(shown()).toEqual([]);
});

test('stays while others change the project, and closes with it', () => {
  step(verbatim('Delete'));
  showUndoToast('Deleted');
  openProjectStore.setState({ version: 7, history: { undo: verbatim('Delete'), redo: null } });
  expect(shown()).toEqual(['Deleted']);
  openProjectStore.setState({ hash: 'other' });
  expect(shown()).toEqual([]);
});

test('replaces the one before it', () => {
  step(verbatim('Delete'));
  showUndoToast('One deleted');
  showUndoToast('Another deleted');
  expect(shown()).toEqual(['Another deleted']);
});

test('a step that was done in part is a warning, which stays and closes like any other', () => {
  step(verbatim('Restore'));
  showUndoToast('Restored in part', ['The board is gone'], 'warning');
  expect(toasts()).toMatchObject([{ tone: 'warning', lines: ['The board is gone'] }]);
  step(verbatim('Change title'));
  expect(shown()).toEqual([]);
});
