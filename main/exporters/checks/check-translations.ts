/** Texts that the main language has and another exported language does not. */

import { message } from '../../../shared/messages/message.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { LocalizedValues } from '../language-selection.ts';
import { type CheckContext, type FindingSubject, plainExcerpt, quoteStoryText, type RecordName } from './check-context.ts';

export function checkElementTranslation(checking: CheckContext, element: StoryRecord<'element'>): void {
  reportMissingTranslation(checking, element, [element.title, element.content], () => checking.elementName(element));
}

export function checkConnectionTranslation(checking: CheckContext, connection: StoryRecord<'connection'>): void {
  reportMissingTranslation(checking, connection, [connection.label], () => checking.connectionName(connection));
}

export function checkComponentTranslation(checking: CheckContext, component: StoryRecord<'component'>): void {
  if (component.id === checking.project.projectRecord.roots.component) return;
  reportMissingTranslation(checking, component, [component.name], () =>
    message('check.name.componentName', { component: quoteStoryText(plainExcerpt(component.name[checking.mainLanguage]?.text)) }),
  );
}

function reportMissingTranslation(
  checking: CheckContext,
  record: FindingSubject,
  fields: readonly LocalizedValues[],
  name: () => RecordName,
): void {
  const missing = checking.languages.filter(
    (iso) => iso !== checking.mainLanguage && fields.some((cells) => hasText(cells, checking.mainLanguage) && !hasText(cells, iso)),
  );
  if (missing.length === 0) return;
  const languages = missing.map((iso) => checking.languageName(iso));
  checking.warn('missing-translation', record, message('check.translation.missing', { record: name(), languages }));
}

const hasText = (cells: LocalizedValues, iso: string): boolean => {
  const text = cells[iso]?.text;
  return text !== undefined && text !== null && text !== '' && text !== '<p></p>';
};
