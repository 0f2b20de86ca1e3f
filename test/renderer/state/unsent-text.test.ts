/** Comments and merged texts that are not sent yet: kept by project, stored as drafts, and offered again in the next session. */
import { beforeEach, expect, test } from 'vitest';
import { compareDraft } from '../../../shared/contracts/compare-draft.ts';
import type { Draft, UnsentText } from '../../../shared/contracts/drafts.ts';
import { unsentTextName } from '../../../shared/contracts/drafts.ts';
import { nextTurn } from '../../next-turn.ts';
import { elementAt, projectOf } from '../../story-records.ts';
import { stubBackend } from '../stub-backend.ts';

const comment: UnsentText = { recordId: 'door', of: 'newComment', id: '' };
const merged: UnsentText = { recordId: 'door', of: 'conflict', id: 'conflict 1' };
let drafts: Map<string, Draft>;
const keyOf = (hash: string, name: string, session: string) => `${hash}/${session}/${name}`;

/** A session of the window, with the drafts that earlier ones have left. */
async function openSession() {
  stubBackend({
    'draft.put': ({ hash, draft }) => {
      drafts.set(keyOf(hash, draft.name, draft.session), draft);
      return null;
    },
    'draft.discard': ({ hash, name, session }) => {
      drafts.delete(keyOf(hash, name, session));
      return null;
    },
    'draft.list': ({ hash }) =>
      [...drafts].filter(([key]) => key.startsWith(`${hash}/`)).map(([, draft]) => ({ ...draft, isCurrent: false })),
  });
  const { draftStore } = await import('../../../renderer/state/draft-store.ts');
  return { draftStore, ...(await import('../../../renderer/state/unsent-text.ts')) };
}

beforeEach(() => {
  drafts = new Map();
});

test('a text belongs to its project: the copy of a project has records with the same ids', async () => {
  const { keepUnsentText, readUnsentText } = await openSession();
  keepUnsentText('story', comment, 'Too dark?');
  expect([readUnsentText('story', comment), readUnsentText('copy', comment), readUnsentText('story', merged)]).toEqual([
    'Too dark?',
    null,
    null,
  ]);
});

test('the next session has it in its field, until it is sent', async () => {
  const first = await openSession();
  first.keepUnsentText('story', comment, 'Too dark?');
  first.keepUnsentText('story', merged, '<p>Both</p>');
  await first.draftStore.whenStored();
  const next = await openSession();
  await next.draftStore.load('story');
  expect([next.readUnsentText('story', comment), next.readUnsentText('story', merged)]).toEqual(['Too dark?', '<p>Both</p>']);
  next.keepUnsentText('story', comment, 'Too dark? No.');
  expect(next.readUnsentText('story', comment)).toBe('Too dark? No.');
  next.discardUnsentText('story', comment);
  next.discardUnsentText('story', merged);
  expect([next.readUnsentText('story', comment), next.listUnsentTexts('story')]).toEqual([null, []]);
  await next.draftStore.whenStored();
  await nextTurn();
  expect([...drafts]).toEqual([]);
});

test('it is offered as long as what it is about exists, whatever else has been changed', () => {
  const localComment = { text: 'Now?', resolved: false, createdAt: '', updatedAt: null };
  const project = projectOf({ ...elementAt('door', 0, 0), localComments: { known: localComment } });
  const stateOf = (text: UnsentText) =>
    compareDraft(project, {
      name: unsentTextName(text),
      value: 'Text',
      session: 'other',
      over: { version: 0, values: [] },
      isCurrent: false,
    });
  expect(stateOf(comment)).toBe('newer');
  expect(stateOf({ ...comment, recordId: 'gone' })).toBe('saved');
  expect(stateOf({ recordId: 'door', of: 'comment', id: 'known' })).toBe('newer');
  expect(stateOf({ recordId: 'door', of: 'comment', id: 'deleted' })).toBe('saved');
  expect(stateOf({ ...merged, recordId: 'gone' })).toBe('newer');
});

test('nothing counts as unsaved while it waits for its button', async () => {
  const { draftStore, keepUnsentText, listUnsentTexts } = await openSession();
  keepUnsentText('story', merged, '<p>Both</p>');
  draftStore.save('story', 'door title en', { value: 'Door', over: { version: 1, values: [''] } });
  expect(draftStore.listUnsaved('story').map(({ value }) => value)).toEqual(['Door']);
  expect(listUnsentTexts('story')).toEqual([merged]);
  expect(unsentTextName(merged)).toBe('door unsent conflict conflict 1');
});
