/** An exporter has its own messages: in English in its folder, and translated by a language under their key. */
import { expect, test } from 'vitest';
import { defineExporterMessages } from '../../../main/exporters/exporter-messages.ts';
import { englishCatalogue, t } from '../../../shared/messages/english.ts';
import { message } from '../../../shared/messages/message.ts';
import { createTranslator } from '../../../shared/messages/translator.ts';

const lanternMessage = defineExporterMessages('lantern', {
  pages: '{count, plural, one {# page} other {# pages}} of {name}',
  ending: 'Lantern adds “The end” by itself.',
});
const german = createTranslator(
  { locale: 'de', messages: { 'exporter.lantern.ending': 'Lantern ergänzt „Ende“.' } },
  { fallback: englishCatalogue },
);

test('with the plurals and parameters of any message, also inside another', () => {
  const pages = lanternMessage('pages', { count: 2, name: message('check.name.quoted', { text: 'Gate' }) });
  expect(t(pages)).toBe('2 pages of “Gate”');
  expect(t(message('common.sentences', { first: lanternMessage('ending'), next: pages }))).toBe(
    'Lantern adds “The end” by itself. 2 pages of “Gate”',
  );
});

test('in the language of the reader where it translates them, else in English, also after a message has crossed processes', () => {
  const crossed = JSON.parse(JSON.stringify(lanternMessage('ending')));
  expect(german.t(crossed)).toBe('Lantern ergänzt „Ende“.');
  expect(german.t(lanternMessage('pages', { count: 1, name: 'Gate' }))).toBe('1 page of Gate');
});
