/** Texts that the main language has and another exported language does not. */
import type { StoryRecord } from '../../../shared/kinds/all.ts';
import { checkSentences, recordNames } from '../../../shared/words/en/check.ts';
import type { Cells } from '../locales.ts';
import { type About, type Checking, words } from './checking.ts';

export function checkElementTranslation(checking: Checking, element: StoryRecord<'element'>): void {
  tell(checking, element, [element.title, element.content], () => checking.element(element));
}

export function checkConnectionTranslation(checking: Checking, connection: StoryRecord<'connection'>): void {
  tell(checking, connection, [connection.label], () => checking.connection(connection));
}

export function checkComponentTranslation(checking: Checking, component: StoryRecord<'component'>): void {
  if (component.id === checking.project.root.roots.component) return;
  tell(checking, component, [component.name], () => recordNames.nameOf(words(component.name[checking.main]?.text)));
}

function tell(checking: Checking, record: About, fields: readonly Cells[], name: () => string): void {
  const missing = checking.languages.filter(
    (iso) => iso !== checking.main && fields.some((cells) => says(cells, checking.main) && !says(cells, iso)),
  );
  if (missing.length === 0) return;
  const languages = missing.map((iso) => checking.languageName(iso));
  checking.warn('missing-translation', record, checkSentences.untranslated(name(), languages));
}

const says = (cells: Cells, iso: string): boolean => {
  const text = cells[iso]?.text;
  return text !== undefined && text !== null && text !== '' && text !== '<p></p>';
};
