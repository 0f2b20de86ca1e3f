/** The choices that each conflict offers. */
import { expect, test } from 'vitest';
import { toConflictDetails } from '../../../../main/sync/presenter/conflict-details.ts';
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
  return toConflictDetails(conflict, 'hash', 'Team', new Project(createEmptyStory(createTestEnvironment()))).choices;
};

test('[Comments, Assets] a record that only the remote can create is not offered to be created there again: the conflict would recur', () => {
  expect(choicesAfterRemoval('note', { content: '<p>Ours</p>' })).toEqual({
    local: message('conflicts.choice.deletedRemotely.local', { remote: 'Team' }),
    remote: message('conflicts.choice.deletedRemotely.remote'),
    text: false,
  });
  expect(choicesAfterRemoval('comment', { content: '<p>Theirs</p>' }).local).toBeNull();
  expect(choicesAfterRemoval('asset', { name: 'a.png', type: 'template-image' }).local).toBeNull();
  expect(choicesAfterRemoval('asset', { name: 'a.png', type: 'image' }).local).not.toBeNull();
});
