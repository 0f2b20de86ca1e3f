/** The list of problems and the table of translations count the same missing texts. */
import { describe, expect, test } from 'vitest';
import { groupFindings } from '../../../../main/exporters/calls.ts';
import { checkStory } from '../../../../main/exporters/checks/check-story.ts';
import { groupProblems, missingTextsLabel } from '../../../../renderer/features/problems/problem-tree.ts';
import { iterateTextRows } from '../../../../renderer/features/translations/text-rows.ts';
import { createProgressCounter } from '../../../../renderer/features/translations/use-translation-table.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { smallStory } from '../../../main/exporters/build-project.ts';

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
  { iso: 'el', name: 'Greek', base: 'en' },
];

/** Records with several texts, of which some languages have only one, none, an empty paragraph, or one that the main language lacks. */
function createStory(): Project {
  const { story, board, element } = smallStory({ locales });
  story.change(element, {
    title: { en: { text: '<p>Hall</p>' }, de: { text: '<p>Halle</p>' } },
    content: { en: { text: '<p>It is dark.</p>' }, el: { text: '<p></p>' } },
  });
  const attic = story.element(board, '', {
    title: { en: { text: '<p>Attic</p>' }, de: { text: '<p>Dachboden</p>' }, el: { text: '<p>Σοφίτα</p>' } },
    content: { de: { text: '<p>Nur auf Deutsch</p>' } },
  });
  story.connect(element, attic, { label: { en: { text: '<p>Up</p>' } } });
  story.component('Knight', { name: { en: { text: 'Knight' }, de: { text: 'Ritter' } } });
  return story.project();
}

const untranslated = (project: Project) =>
  groupProblems(
    project,
    { version: 1, groups: groupFindings(checkStory(project)) },
    { groupBy: 'rule', severity: null, rule: null, boardId: null },
  ).find(({ missingTexts }) => missingTexts !== null)?.missingTexts ?? {};

describe('missing translations', () => {
  test('are as many in the list of problems as in the table of translations', () => {
    const project = createStory();
    const counter = createProgressCounter(project);
    for (const row of iterateTextRows(project)) counter.add(row);
    const missing = Object.fromEntries(counter.read().map(({ iso, all, done }) => [iso, all - done]));
    expect(missing).toEqual({ en: 1, de: 2, el: 5 });
    expect(untranslated(project)).toEqual(missing);
  });

  test('are counted in all, and by language', () => {
    const project = createStory();
    expect(missingTextsLabel(untranslated(project), locales)).toBe('8 missing translations: English (1), Deutsch (2) and Greek (5)');
    expect(missingTextsLabel({ el: 1 }, locales)).toBe('1 missing translation: Greek (1)');
  });
});
