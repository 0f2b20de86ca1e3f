/** `npm run messages:list`: all messages with their places. */
import { expect, test } from 'vitest';
import { renderMessageList } from '../../scripts/list-messages.mjs';

const all = renderMessageList([]);

test('a message is listed under its feature with its text and the files that show it', () => {
  expect(all).toContain('## tray\n\ntray.open\n    Open Taleport\n    main/desktop/background/tray.ts\n');
});

test('a message with a computed key is listed with the file that computes it', () => {
  expect(all).toContain('play.fields.content\n    content\n    renderer/features/play/');
});

test('only the requested features are listed; all of them without a request, each message with a place', () => {
  expect(renderMessageList(['menu', 'tray']).match(/^## .*/gm)).toEqual(['## menu', '## tray']);
  expect(all.match(/^## .*/gm)?.length).toBeGreaterThan(40);
  expect(all).not.toContain('(no place)');
});
