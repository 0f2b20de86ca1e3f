/** The values that another program has changed in a file, found by comparing its three states. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { findForeignValues } from '../../../../main/delivery/foreign/apply-edits.ts';
import { CooperativeYielder } from '../../../../main/platform/cooperative-yielder.ts';
import { t } from '../../../../shared/messages/english.ts';
import { type AnyRecord, getKind, type KindName } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';

const record = (kind: KindName, id: string, fields: Record<string, unknown>): AnyRecord => ({
  kind,
  id,
  rank: id,
  ...getKind(kind).defaults,
  ...fields,
});

/** A story in the given languages, the first one the main one, with the same text in all elements. */
function storyIn(languages: Readonly<Record<string, string>>, elements = 1): Project {
  const isos = Object.keys(languages);
  const locales = isos.map((iso, at) => ({ iso, name: iso, base: at === 0 ? null : isos[0] }));
  const content = Object.fromEntries(isos.map((iso) => [iso, { text: `<p>${languages[iso]}</p>` }]));
  const roots = { board: 'b', component: 'c', asset: 'a', variable: 'v' };
  return new Project([
    record('project', 'project', { name: 'Tale', locales, roots }),
    ...Array.from({ length: elements }, (_, at) => record('element', `e${at}`, { boardId: 'board', title: {}, content })),
  ]);
}

async function find(base: Project, inFile: Project, inStory: Project, language: string | null = null) {
  const file = { base, inFile, inStory, language, hasOnlyTexts: false };
  const { values, others } = await findForeignValues(file, new CooperativeYielder());
  return { values: values.map(({ locale, inFile: text }) => [locale, text]), others: others.map((each) => t(each)) };
}

describe('the values that another program has changed', () => {
  test('are those of languages that both files declare; other languages are no values, and are listed', async () => {
    const before = { en: 'Hello', de: 'Hallo' };
    expect(await find(storyIn(before), storyIn({ 'en-US': 'Hello', de: 'Hallo' }), storyIn(before))).toEqual({
      values: [],
      others: ['Story: language en-US added; language en deleted'],
    });
    expect(await find(storyIn(before), storyIn({ en: 'Hello there' }), storyIn(before))).toEqual({
      values: [['en', '<p>Hello there</p>']],
      others: ['Story: language de deleted'],
    });
  });

  test('of a file in one language are none where it now declares another one', async () => {
    const [base, inStory] = [storyIn({ en: 'Hallo' }), storyIn({ en: 'Hallo' })];
    expect(await find(base, storyIn({ fr: 'Salut' }), inStory, 'de')).toEqual({
      values: [],
      others: ['Story: language fr added; language en deleted'],
    });
  });

  test('are searched for in slices, so that other calls are answered meanwhile', async () => {
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    onTestFinished(() => clearImmediate(next));
    const [base, inFile, inStory] = ['one ', 'two ', 'one '].map((words) => storyIn({ en: words.repeat(20) }, 5000));
    if (base && inFile && inStory) expect((await find(base, inFile, inStory)).values).toHaveLength(5000);
    expect(turns).toBeGreaterThan(2);
  });
});
