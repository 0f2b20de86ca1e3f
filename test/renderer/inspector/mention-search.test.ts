/** Mentions by @ (G22): what is asked for, what is offered, and what is written. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { mentionables, mentionMatches, mentionNode, mentionQuery } from '../../../renderer/inspector/mention-search.ts';
import { documentOf, htmlOf } from '../../../renderer/inspector/story-document.ts';
import { isEditable } from '../../../renderer/inspector/story-schema.ts';
import { story } from '../../build.ts';
import { stillWorld } from '../../world.ts';

test('the words behind an @, but not in an address, after a blank or over a line', () => {
  expect(mentionQuery('Ask @Mar')).toBe('Mar');
  expect(mentionQuery('@')).toBe('');
  expect(mentionQuery('(@Rusty k')).toBe('Rusty k');
  expect(mentionQuery('mail@home')).toBeNull();
  expect(mentionQuery('five @ noon')).toBeNull();
  expect(mentionQuery('none')).toBeNull();
  expect(mentionQuery('@Mar\ufffc now')).toBeNull();
});

test('components first, then elements, then boards; in a script elements only; nothing without a name', async () => {
  const world = stillWorld();
  const { build, project } = story(openEngine(null, world), world);
  const maren = build('component', { name: 'Maren' }).id;
  build('component', { name: 'Marsh', type: 'folder' });
  const market = build('element', { title: 'The market' }).id;
  build('element', { title: null });
  const board = build('board', { name: 'Marina' }).id;
  const found = async (inScript: boolean) => {
    const all = await mentionables(project, { inScript, rest: async () => undefined, going: () => true });
    return mentionMatches(all ?? [], 'mar').map(({ id }) => id);
  };
  expect(await found(false)).toEqual([maren, market, board]);
  expect(await found(true)).toEqual([market]);
});

test('[G22] what is written is what real files hold, and comes back whole', () => {
  const node = mentionNode({ id: 'b995e029-2c9e-4578-94c2-86beb1bb6457', type: 'component', name: 'Tea & cake' }, false);
  const html = htmlOf({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'See ' }, node] }] });
  expect(html).toBe(
    '<p>See <span class="mention-component mention" data-id="b995e029-2c9e-4578-94c2-86beb1bb6457" data-label="Tea &amp; cake" data-type="component">Tea &amp; cake</span></p>',
  );
  expect(isEditable(html)).toBe(true);
  expect(htmlOf(documentOf(html))).toBe(html);
  expect(mentionNode({ id: 'x', type: 'element', name: 'The old door' }, true).attrs?.text).toBe('the_old_door');
});
