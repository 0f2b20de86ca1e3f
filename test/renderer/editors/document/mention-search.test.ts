/** Mentions with @ (G22): the query, the candidates, and the inserted mention. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { documentToHtml, htmlToDocument } from '../../../../renderer/editors/document/document-html.ts';
import { isRichTextEditable } from '../../../../renderer/editors/document/editable-text.ts';
import {
  collectMentionCandidates,
  createMentionNode,
  matchMentions,
  parseMentionQuery,
} from '../../../../renderer/editors/document/use-mention-menu.tsx';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

test('the query is the text behind an @, but not in an address, after a blank or across lines', () => {
  expect(parseMentionQuery('Ask @Mar')).toBe('Mar');
  expect(parseMentionQuery('@')).toBe('');
  expect(parseMentionQuery('(@Rusty k')).toBe('Rusty k');
  expect(parseMentionQuery('mail@home')).toBeNull();
  expect(parseMentionQuery('five @ noon')).toBeNull();
  expect(parseMentionQuery('none')).toBeNull();
  expect(parseMentionQuery('@Mar\ufffc now')).toBeNull();
});

test('components first, then elements, then boards; in a script elements only; nothing without a name', async () => {
  const environment = createTestEnvironment();
  const { build, project } = createTestStory(openEngine(null, environment), environment);
  const maren = build('component', { name: 'Maren' }).id;
  build('component', { name: 'Marsh', type: 'folder' });
  const market = build('element', { title: 'The market' }).id;
  build('element', { title: null });
  const board = build('board', { name: 'Marina' }).id;
  const found = async (inScript: boolean) => {
    const all = await collectMentionCandidates(project, { inScript, pause: async () => undefined, isCurrent: () => true });
    return matchMentions(all ?? [], 'mar').map(({ id }) => id);
  };
  expect(await found(false)).toEqual([maren, market, board]);
  expect(await found(true)).toEqual([market]);
});

test('[G22] the inserted mention has the form of those in real files, and is read again unchanged', () => {
  const node = createMentionNode({ id: 'b995e029-2c9e-4578-94c2-86beb1bb6457', type: 'component', name: 'Tea & cake' }, false);
  const html = documentToHtml({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'See ' }, node] }] });
  expect(html).toBe(
    '<p>See <span class="mention-component mention" data-id="b995e029-2c9e-4578-94c2-86beb1bb6457" data-label="Tea &amp; cake" data-type="component">Tea &amp; cake</span></p>',
  );
  expect(isRichTextEditable(html)).toBe(true);
  expect(documentToHtml(htmlToDocument(html))).toBe(html);
  expect(createMentionNode({ id: 'x', type: 'element', name: 'The old door' }, true).attrs?.text).toBe('the_old_door');
});
