import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { findItemUsages } from '../../../../renderer/features/board/actions/remove-items.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

test('[G22] the usages of an element are listed: jumpers, mentions, the start; not what is deleted with it', () => {
  const environment = createTestEnvironment();
  const { build, project, send } = createTestStory(openEngine(null, environment), environment);
  const door = build('element', { title: '<p>Door</p>' });
  const mention = `<span class="mention-element mention" data-id="${door.id}" data-label="Door" data-type="element">Door</span>`;
  const hall = build('element', { title: '<p>Hall</p>', content: `<p>The ${mention}.</p>` });
  const way = build('connection', { sourceid: hall.id, targetid: door.id, label: `<p>To the ${mention}</p>` });
  build('attribute', { cId: door.id, cType: 'elements', name: 'Look', value: { type: 'string', plain: true, data: 'old' } });
  const component = build('component');
  build('componentAttachment', { elementId: door.id, componentId: component.id });
  const jumper = build('jumper', { elementId: door.id });
  expect(findItemUsages(project, new Set([door.id])).map(({ id, how }) => [id, how])).toEqual([
    [hall.id, 'mentions it'],
    [jumper.id, 'jumps to it'],
  ]);
  expect(findItemUsages(project, new Set([door.id, hall.id, jumper.id]))).toEqual([]);
  expect(findItemUsages(project, new Set([way.id]))).toEqual([]);
  const spoken = build('element', { content: `<p>Neither ${mention} nor ${mention.replaceAll(door.id, hall.id)}.</p>` });
  expect(findItemUsages(project, new Set([door.id, hall.id])).map(({ id, how }) => [id, how])).toEqual([
    [jumper.id, 'jumps to it'],
    [spoken.id, 'mentions it'],
  ]);
  send({ do: 'change', kind: 'project', id: 'project', fields: { startingElement: hall.id } });
  expect(findItemUsages(project, new Set([hall.id])).map(({ who, how }) => [who, how])).toContainEqual(['Project', 'starts here']);
  // Where no element is left, there is nothing that could start elsewhere.
  expect(findItemUsages(project, new Set([door.id, hall.id, spoken.id]))).not.toContainEqual(
    expect.objectContaining({ how: 'starts here' }),
  );
});
