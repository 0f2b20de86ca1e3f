/** The differences of two states of a record as sentences, for every field of every kind. */
import { describe, expect, test } from 'vitest';
import { diffRecords, formatRecordValue, localizedFieldLabel } from '../../../../renderer/records/diff/diff-records.ts';
import { isMessageKey } from '../../../../shared/messages/english.ts';
import { type AnyRecord, allKinds, getKind } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { toReadableText } from '../../../../shared/rich-text/plain-text.ts';
import { asMap } from '../../../story-builder.ts';

const element = (fields: object): AnyRecord =>
  ({ kind: 'element', id: 'e', rank: 'a0', boardId: 'b', title: {}, content: {}, x: 0, y: 0, theme: 'default', ...fields }) as AnyRecord;
const asset = asMap({
  ...getKind('asset').defaults,
  kind: 'asset',
  id: 'pic',
  rank: 'a0',
  parentId: null,
  type: 'image',
  name: 'door.png',
});

function project(): Project {
  const made = new Project();
  made.apply([{ after: asset }]);
  return made;
}

test('every field of every kind has a label', () => {
  const without = allKinds.flatMap(({ kind, fields }) =>
    Object.keys(fields)
      .filter((field) => !isMessageKey(`fields.${field}`))
      .map((field) => `${kind}.${field}`),
  );
  expect(without).toEqual([]);
});

describe('differences', () => {
  test('are listed by field and by language, texts first', () => {
    const before = element({ content: { en: { text: '<p>The lamp is lit.</p>' }, de: { text: '<p>Licht.</p>' } } });
    const after = element({ content: { en: { text: '<p>The lamp is out.</p>' }, de: { text: '<p>Licht.</p>' } }, theme: 'red' });
    expect(diffRecords(project(), before, after)).toEqual([
      { key: 'content/en', label: 'Content (en)', lang: 'en', before: 'The lamp is lit.', after: 'The lamp is out.', source: null },
      { key: 'theme', label: 'Colour', lang: null, before: 'Default', after: 'Red', source: null },
    ]);
  });

  test('name the records that are referred to', () => {
    const [cover] = diffRecords(project(), element({ cover: null }), element({ cover: { type: 'image', id: 'pic' } }));
    expect(cover?.after).toBe('Type: image\nItem: door.png');
  });

  test('name the values of a list, and the languages of a status', () => {
    const story = project();
    const locales = [{ iso: 'de', name: 'Deutsch', base: null }];
    story.apply([{ after: { ...getKind('project').defaults, kind: 'project', id: 'project', rank: 'a0', locales } as AnyRecord }]);
    const [status] = diffRecords(story, element({}), element({ status: { de: 'review', fr: 'final' } }));
    expect(status).toMatchObject({ label: 'Translation status', after: 'Deutsch: Needs review\nfr: Final' });
    expect(formatRecordValue(story, 'connection', 'type', 'Flowchart')).toBe('Steps');
    expect(formatRecordValue(story, 'variable', 'value', 'integer')).toBe('integer');
  });

  test('in formatting only are shown by their source', () => {
    const [only] = diffRecords(
      project(),
      element({ title: { en: { text: '<p>A</p>' } } }),
      element({ title: { en: { text: '<p><b>A</b></p>' } } }),
    );
    expect(only).toMatchObject({ before: 'A', after: 'A', source: { before: '<p>A</p>', after: '<p><b>A</b></p>' } });
  });

  test('of a new record list all its fields, and those of a moved one its position', () => {
    expect(diffRecords(project(), null, element({ x: 12 })).map(({ key }) => key)).toEqual(['boardId', 'x', 'y', 'theme']);
    expect(diffRecords(project(), element({}), element({ rank: 'a1' }))).toEqual([
      { key: 'place', label: 'Position in the list', lang: null, before: '', after: '', source: null },
    ]);
  });

  test('leave out fields that are empty on both sides', () => {
    expect(diffRecords(project(), null, element({ cover: null, content: { en: { text: '' } } })).map(({ key }) => key)).not.toContain(
      'cover',
    );
    expect(diffRecords(project(), element({ cover: null }), element({}))).toEqual([]);
  });

  test('label unknown fields with their own names', () => {
    const [only] = diffRecords(project(), element({}), element({ extra: { mood: 'dark' } }));
    expect(only).toMatchObject({ key: 'extra/mood', label: 'mood', after: 'dark' });
    expect(localizedFieldLabel('element', 'unheardOf')).toBe('unheardOf');
  });
});

test('a rich text is formatted as lines: paragraphs, entries of lists, scripts', () => {
  expect(
    toReadableText('<p>One</p><ul><li><p>Two</p></li><li>Three</li></ul><pre><code>score = 1\nscore += 2</code></pre><p>a<br>b</p>'),
  ).toBe('One\n• Two\n• Three\nscore = 1\nscore += 2\na\nb');
  expect(toReadableText('<code>x = 1</code><p>then <code>y</code></p>')).toBe('x = 1\nthen y');
});
