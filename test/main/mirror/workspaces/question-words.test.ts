/** What can be answered to which question. */
import { expect, test } from 'vitest';
import { shownQuestion } from '../../../../main/mirror/workspaces/question-words.ts';
import { kindNamed } from '../../../../shared/kinds/all.ts';
import { Project } from '../../../../shared/project.ts';
import { emptyStory } from '../../../build.ts';
import { stillWorld } from '../../../world.ts';

const goneThere = (kind: 'comment' | 'asset' | 'note', fields: Record<string, unknown>) => {
  const record = { ...kindNamed(kind).defaults, kind, id: 'x', rank: 'a0', ...fields } as never;
  const question = { id: 'x#', record: 'x', kind, cell: null, why: 'gone there', base: null, mine: record, theirs: null } as const;
  return shownQuestion(question, 'hash', 'Team', new Project(emptyStory(stillWorld()))).choices;
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
