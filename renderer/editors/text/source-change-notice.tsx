/** Shows how the source of a translation has changed since it was translated, with a button that confirms the translation as it is. */

import type { ReactNode } from 'react';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import { resolveLocalizedText, translationStateOf } from '../../../shared/model/localized-text.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { richTextToPlainText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { useLanguage } from '../../records/names/story-languages.ts';
import { useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import './source-change-notice.css';

interface SourceChangeNoticeProps {
  readonly id: string;
  readonly field: string;
  readonly text: LocalizedText;
  /** The language of the translation. */
  readonly iso: string;
  /** Confirms the translation, by saving the same text again. */
  readonly onConfirm: () => void;
  /** Shown instead if there are no word differences to show. */
  readonly children?: ReactNode;
}

export function SourceChangeNotice({ id, field, text, iso, onConfirm, children }: SourceChangeNoticeProps) {
  const { locales } = useLanguage();
  const from = useProject((project) => translationSourceOf(project.get(id), field, iso));
  const locale = locales.find((each) => each.iso === iso);
  if (!locale || locale.base === null || from === null || translationStateOf(text, from, locale, locales) !== 'changed') return children;
  const source = resolveLocalizedText(text, locale.base, locales);
  const sourceIso = source.html === null ? locale.base : source.iso;
  const [before, after] = [plainTextOfField(field, from), plainTextOfField(field, source.html)];
  return (
    <>
      <div className="source-change" role="note">
        <p>
          {t('translations.source.changed', {
            source: localeNameOf(locales, sourceIso),
            language: locale.name,
          })}
        </p>
        {before === after ? (
          <p>{t('translations.source.formattingOnly')}</p>
        ) : (
          <div lang={sourceIso}>
            <WordDiff before={before} after={after} />
          </div>
        )}
        <Button onPress={onConfirm}>{t('translations.source.confirm')}</Button>
      </div>
      {before === after && children}
    </>
  );
}

/** Names are plain text. */
const plainTextOfField = (field: string, text: string | null): string => (field === 'name' ? (text ?? '') : richTextToPlainText(text));
