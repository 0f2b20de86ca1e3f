/** The choices that each conflict offers. */
import { expect, test } from 'vitest';
import { describeConflict } from '../../../../main/sync/presenter/conflict-details.ts';
import { t } from '../../../../shared/messages/english.ts';
import { message } from '../../../../shared/messages/message.ts';
import { getKind } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const choicesAfterRemoval = (kind: 'comment' | 'asset' | 'note', fields: Record<string, unknown>) => {
  const record = { ...getKind(kind).defaults, kind, id: 'x', rank: 'a0', ...fields } as never;
  const conflict = {
    id: 'x#',
    recordId: 'x',
    kind,
    field: null,
    reason: 'deletedRemotely',
    base: null,
    local: record,
    remote: null,
  } as const;
  return describeConflict(conflict, 'hash', 'Team', new Project(createEmptyStory(createTestEnvironment()))).choices;
};

test('[Comments, Assets] a record that only the remote can create is not offered to be created there again: the conflict would recur', () => {
  expect(choicesAfterRemoval('note', { content: '<p>Ours</p>' })).toEqual({
    local: message('conflicts.choice.deletedRemotely.local', { remote: 'Team' }),
    remote: message('conflicts.choice.deletedRemotely.remote'),
    text: false,
    undoable: { local: false, remote: false },
  });
  expect(choicesAfterRemoval('comment', { content: '<p>Theirs</p>' }).local).toBeNull();
  expect(choicesAfterRemoval('asset', { name: 'a.png', type: 'template-image' }).local).toBeNull();
  expect(choicesAfterRemoval('asset', { name: 'a.png', type: 'image' }).local).not.toBeNull();
});

test('each side is summarized in words: titles of records and places, not their ids or contents', () => {
  const variables = ['hp', 'gold'].map(
    (name) => ({ ...getKind('variable').defaults, kind: 'variable', id: name, name, rank: name }) as never,
  );
  const project = new Project([...createEmptyStory(createTestEnvironment()), ...variables]);
  const board = [...project.recordsOfKind('board')].find(({ type }) => type === 'board');
  const root = String(board?.parentId);
  const summariesOf = (conflict: object) => {
    const summaries = describeConflict({ id: 'x#', recordId: 'x', ...conflict } as never, 'hash', 'Team', project).summarize();
    return [summaries.base, summaries.local, summaries.remote].map((each) => t(each));
  };
  const note = { ...getKind('note').defaults, kind: 'note', id: 'x', rank: 'a0', content: '<p>Ours</p>' };
  expect(summariesOf({ kind: 'note', field: null, reason: 'deletedRemotely', base: note, local: note, remote: null })).toEqual([
    'the note “Ours”',
    'the note “Ours”',
    'deleted',
  ]);
  expect(summariesOf({ kind: 'note', field: null, reason: 'unconfirmedCreate', base: null, local: note, remote: null })).toEqual([
    '–',
    'the note “Ours”',
    'unknown',
  ]);
  const noteSummaries = (base: string, local: string, remote: string) =>
    summariesOf({ kind: 'note', field: 'content', reason: 'bothChanged', base, local, remote });
  expect(noteSummaries('<p>One</p>', '<p>One <b>two</b></p>', '<p>Three &lt; four</p>')).toEqual(['One', 'One two', 'Three < four']);
  // Where only the formatting differs, the words would be the same.
  expect(noteSummaries('<p>Old</p>', '<p><b>Same</b></p>', '<p>Same</p>')).toEqual(['<p>Old</p>', '<p><b>Same</b></p>', '<p>Same</p>']);
  const [three, four] = [3, 4].map((hp) => `hp &gt; ${hp}`);
  expect(summariesOf({ kind: 'condition', field: 'script', reason: 'bothChanged', base: null, local: three, remote: four })).toEqual([
    '–',
    'hp > 3',
    'hp > 4',
  ]);
  const [place, beside] = [{ list: 'boards', parent: root, after: null }, String(board?.id)];
  const moved = { id: 'x#place', recordId: beside, kind: 'board', field: 'place', reason: 'movedDifferently', base: place, remote: place };
  expect(summariesOf({ ...moved, local: { ...place, parent: beside } })).toEqual(['at the top level', board?.name, 'at the top level']);
  expect(summariesOf({ ...moved, local: { ...place, parent: 'gone' } })).toEqual(['at the top level', 'deleted', 'at the top level']);
  expect(summariesOf({ ...moved, local: { ...place, after: beside } })).toEqual([
    'at the beginning',
    `after the board “${board?.name}”`,
    'at the beginning',
  ]);
  const first = { list: 'variables', parent: null, after: null };
  const reordered = { ...moved, recordId: 'hp', kind: 'variable', base: first, local: { ...first, after: 'gold' }, remote: first };
  expect(summariesOf(reordered)).toEqual(['at the beginning', 'after the variable “gold”', 'at the beginning']);
  // (I37) A choice that cannot be executed is not offered.
  const choicesOf = (parent: string) =>
    describeConflict({ ...moved, local: { ...place, parent } } as never, 'hash', 'Team', project).choices;
  expect([choicesOf(root).local, choicesOf('gone').local, choicesOf('gone').remote]).toEqual([expect.anything(), null, expect.anything()]);
  expect(
    summariesOf({ kind: 'variable', field: 'value', reason: 'bothChanged', base: [1, 'integer'], local: ['', 'string'], remote: null }),
  ).toEqual(['1, integer', '–, string', '–']);
});
