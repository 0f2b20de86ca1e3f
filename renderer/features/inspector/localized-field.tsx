/**
 * Edits a localized rich text in the current language, with the main language as a reference if another one is current, or in all
 * languages side by side.
 */

import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { SaveResult } from '../../editors/fields/draft.ts';
import { RichTextField } from '../../editors/text/rich-text-field.tsx';
import { RichTextView } from '../../editors/text/rich-text-view.tsx';
import { SourceChangeNotice } from '../../editors/text/source-change-notice.tsx';
import { t } from '../../messages/translate.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { setLanguagesSideBySide, useEditingPreferences } from '../../state/editing-preferences.ts';
import type { FocusField } from '../../state/focus-request.ts';
import { FieldMarker, type FieldName } from '../../ui/field-marker.tsx';

export interface LocalizedFieldProps {
  readonly fieldName: FieldName;
  readonly label: string;
  readonly id: string;
  readonly field: string;
  readonly text: LocalizedText;
  /** Saves the text of one language; the other languages are unchanged ([Localized content]). */
  readonly save: (text: LocalizedText) => Promise<SaveResult>;
  readonly placeholder: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
  /** Whether the field has the toggle between one language and all of them. */
  readonly switches?: boolean;
}

/** Stories with more languages than this are edited in the translations table instead. */
const MAX_SIDE_BY_SIDE = 6;

export function LocalizedField({ switches = false, ...props }: LocalizedFieldProps) {
  const { iso, main, locales } = useLanguage();
  const isWanted = useEditingPreferences((state) => state.showsLanguagesSideBySide);
  const canShowAll = locales.length > 1 && locales.length <= MAX_SIDE_BY_SIDE;
  const isSideBySide = canShowAll && isWanted;
  const isos = isSideBySide ? [iso, ...locales.map((each) => each.iso).filter((each) => each !== iso)] : [iso];
  const nameOf = (code: string) => locales.find((locale) => locale.iso === code)?.name ?? code;
  const reference = isSideBySide || iso === main ? null : (props.text[main]?.text ?? null);
  const toggle = switches && canShowAll && (
    <button
      type="button"
      className="quiet languages-toggle"
      aria-pressed={isSideBySide}
      aria-label={t('inspector.allLanguages')}
      title={t('inspector.allLanguages')}
      onClick={() => setLanguagesSideBySide(!isSideBySide)}
    >
      <Languages size={14} aria-hidden="true" />
    </button>
  );
  return (
    <FieldMarker field={props.fieldName}>
      <div className="in-languages">
        {isos.map((each, at) => (
          <LanguageTextField
            key={each}
            {...props}
            iso={each}
            label={at === 0 ? props.label : t('inspector.labelIn', { label: props.label, name: nameOf(each) })}
            isFirst={at === 0}
            side={
              <span className="language-side">
                {at === 0 && toggle}
                {locales.length > 1 && <span className="language-tag">{nameOf(each)}</span>}
              </span>
            }
          />
        ))}
      </div>
      {isos.map((each, at) => (
        <SourceChangeNotice
          key={each}
          id={props.id}
          field={props.field}
          text={props.text}
          iso={each}
          onConfirm={() => void props.save({ [each]: { text: props.text[each]?.text ?? null } }).catch(() => undefined)}
        >
          {at === 0 && reference !== null && (
            <blockquote className="reference" lang={main} aria-label={t('inspector.labelIn', { label: props.label, name: nameOf(main) })}>
              <RichTextView html={reference} />
            </blockquote>
          )}
        </SourceChangeNotice>
      ))}
    </FieldMarker>
  );
}

interface LanguageTextFieldProps extends Omit<LocalizedFieldProps, 'fieldName' | 'switches'> {
  readonly iso: string;
  /** The canvas can request the focus for this field. */
  readonly isFirst: boolean;
  readonly side: ReactNode;
}

function LanguageTextField({ iso, label, id, field, text, save, placeholder, line, focus, isFirst, side }: LanguageTextFieldProps) {
  return (
    <RichTextField
      label={label}
      id={id}
      name={`${id} ${field} ${iso}`}
      value={text[iso]?.text ?? null}
      save={(html) => save({ [iso]: { text: html } })}
      placeholder={placeholder}
      {...(line ? { line } : {})}
      {...(focus && isFirst ? { focus } : {})}
      lang={iso}
      trailing={side}
    />
  );
}
