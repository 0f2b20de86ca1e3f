/** Finds texts that another language has and an exported language lacks: the same ones that the table of translations counts as missing. */

import { message } from '../../../shared/messages/message.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { getKind, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { hasText, hasTextInAnyLanguage } from '../../../shared/model/translation-state.ts';
import { type CheckContext, plainExcerpt, quoteStoryText, type RecordName } from './check-context.ts';

export function checkElementTranslation(context: CheckContext, element: StoryRecord<'element'>): void {
  reportMissingTranslation(context, element, () => context.elementName(element));
}

export function checkConnectionTranslation(context: CheckContext, connection: StoryRecord<'connection'>): void {
  reportMissingTranslation(context, connection, () => context.connectionName(connection));
}

export function checkComponentTranslation(context: CheckContext, component: StoryRecord<'component'>): void {
  if (component.id === context.project.projectRecord.roots.component) return;
  reportMissingTranslation(context, component, () =>
    message('check.name.componentName', { component: quoteStoryText(plainExcerpt(component.name[context.mainLanguage]?.text)) }),
  );
}

function reportMissingTranslation(
  context: CheckContext,
  record: StoryRecord<'element' | 'connection' | 'component'>,
  name: () => RecordName,
): void {
  const texts = getKind(record.kind).localizedFields.flatMap((field) => {
    const text: LocalizedText | undefined = Reflect.get(record, field);
    return text && hasTextInAnyLanguage(text) ? [text] : [];
  });
  const missing = context.languages.map((iso) => texts.filter((text) => !hasText(text, iso)).length);
  if (missing.every((count) => count === 0)) return;
  const { counts, languageNames } = context.missingTexts(missing);
  context.warnOfMissingTexts(record, message('check.translation.missing', { record: name(), languages: languageNames }), counts);
}
