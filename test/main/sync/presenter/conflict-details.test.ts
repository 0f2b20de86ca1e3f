/** What can be answered to which question. */
import { expect, test } from 'vitest';
import { toConflictDetails } from '../../../../main/sync/presenter/conflict-details.ts';
import { getKind } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const goneThere = (kind: 'comment' | 'asset' | 'note', fields: Record<string, unknown>) => {
  const record = { ...getKind(kind).defaults, kind, id: 'x', rank: 'a0', ...fields } as never;
  const question = { id: 'x#', recordId: 'x', kind, field: null, reason: 'gone there', base: null, local: record, remote: null } as const;
  return toConflictDetails(question, 'hash', 'Team', new Project(createEmptyStory(createTestEnvironment()))).choices;
};

test('[Comments, Assets] what only the remote can make is not made there again: nobody is offered what would be asked once more', () => {
  expect(goneThere('note', { content: '<p>Ours</p>' })).toEqual({
    mine: 'Make it again in Team.',
    theirs: 'Remove it here, too.',
    text: false,
  });
  expect(goneThere('comment', { content: '<p>Theirs</p>' }).mine).toBeNull();
  expect(goneThere('asset', { name: 'a.png', type: 'template-image' }).mine).toBeNull();
  expect(goneThere('asset', { name: 'a.png', type: 'image' }).mine).not.toBeNull();
});
