/** Finds texts that another language has and an exported language lacks: the same ones that the table of translations counts as missing. */

import { message } from '../../../shared/messages/message.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { getKind, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { hasText, hasTextInAnyLanguage } from '../../../shared/model/translation-state.ts';
import { type CheckContext, plainExcerpt, quoteStoryText, type RecordName } from './check-context.ts';

export function checkElementTranslation(checking: CheckContext, element: StoryRecord<'element'>): void {
  reportMissingTranslation(checking, element, () => checking.elementName(element));
}

export function checkConnectionTranslation(checking: CheckContext, connection: StoryRecord<'connection'>): void {
  reportMissingTranslation(checking, connection, () => checking.connectionName(connection));
}

export function checkComponentTranslation(checking: CheckContext, component: StoryRecord<'component'>): void {
  if (component.id === checking.project.projectRecord.roots.component) return;
  reportMissingTranslation(checking, component, () =>
    message('check.name.componentName', { component: quoteStoryText(plainExcerpt(component.name[checking.mainLanguage]?.text)) }),
  );
}

function reportMissingTranslation(
  checking: CheckContext,
  record: StoryRecord<'element' | 'connection' | 'component'>,
  name: () => RecordName,
): void {
  const texts = getKind(record.kind).localizedFields.flatMap((field) => {
    const text: LocalizedText | undefined = Reflect.get(record, field);
    return text && hasTextInAnyLanguage(text) ? [text] : [];
  });
  const missing = checking.languages.map((iso) => texts.filter((text) => !hasText(text, iso)).length);
  if (missing.every((count) => count === 0)) return;
  const { counts, languageNames } = checking.missingTexts(missing);
  checking.warnOfMissingTexts(record, message('check.translation.missing', { record: name(), languages: languageNames }), counts);
}
