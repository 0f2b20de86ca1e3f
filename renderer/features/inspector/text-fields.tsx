/** The text fields of a record, plain and localized. Their labels come from the fields' definitions. */

import { Languages } from 'lucide-react';
import type { JsonObject } from '../../../shared/json.ts';
import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import { getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import { localizedTextOf } from '../../../shared/model/localized-text.ts';
import { saveLocalizedText } from '../../editors/cards/save-card-text.ts';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { RichTextField } from '../../editors/text/rich-text-field.tsx';
import { RichTextView } from '../../editors/text/rich-text-view.tsx';
import { SourceChangeNotice } from '../../editors/text/source-change-notice.tsx';
import { t } from '../../messages/translate.ts';
import { computedChangeCommand } from '../../records/commands/computed-commands.ts';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { setLanguagesSideBySide, useEditingPreferences } from '../../state/editing-preferences.ts';
import type { FocusField } from '../../state/focus-request.ts';
import { sendFieldChange } from '../../state/send-command.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';

/** The fields of a record that contain text or null. */
type TextFieldOf<R> = Exclude<{ [N in keyof R]: R[N] extends string | null ? N : never }[keyof R], 'kind' | 'id' | 'rank' | undefined> &
  string;

/** A plain text. An empty one is stored as null if that is the field's default. */
export function RecordTextField<R extends { readonly kind: KindName; readonly id: string }>({
  record,
  field,
}: {
  readonly record: R;
  readonly field: TextFieldOf<R>;
}) {
  const { kind, id } = record;
  const value: unknown = record[field];
  const isNullable = getKind(kind).defaults[field] === null;
  const save = (text: string) => sendFieldChange(computedChangeCommand(kind, id, { [field]: text === '' && isNullable ? null : text }));
  return (
    <RecordFieldMarker field={{ kind, name: field }}>
      <DraftTextField
        label={localizedFieldLabel(kind, field)}
        name={`${id} ${field}`}
        value={typeof value === 'string' ? value : ''}
        save={save}
      />
    </RecordFieldMarker>
  );
}

/** The fields of a record that contain localized texts. */
type LocalizedFieldOf<R> = { [N in keyof R]: R[N] extends LocalizedText ? N : never }[keyof R] & string;

interface LocalizedFieldProps<R> {
  readonly record: R;
  readonly field: LocalizedFieldOf<R>;
  readonly placeholder?: string;
  readonly line?: boolean;
  readonly focus?: FocusField;
  /** Whether the field has the toggle between one language and all of them. */
  readonly switches?: boolean;
}

/** Stories with more languages than this are edited in the translations table instead. */
const maxSideBySide = 6;

/**
 * Edits a localized rich text in the current language, with the main language as a reference if another one is current, or in all
 * languages side by side.
 */
export function LocalizedField<R extends JsonObject & { readonly kind: KindName; readonly id: string }>({
  record,
  field,
  placeholder = '',
  line = false,
  focus,
  switches = false,
}: LocalizedFieldProps<R>) {
  const { kind, id } = record;
  const label = localizedFieldLabel(kind, field);
  const text = localizedTextOf(record, field);
  // A text of one language leaves the other languages unchanged ([Localized content]).
  const save = (changed: LocalizedText) => saveLocalizedText(kind, id, field, changed);
  const { iso, main, locales } = useLanguage();
  const isWanted = useEditingPreferences((state) => state.showsLanguagesSideBySide);
  const canShowAll = locales.length > 1 && locales.length <= maxSideBySide;
  const isSideBySide = canShowAll && isWanted;
  const isos = isSideBySide ? [iso, ...locales.map((each) => each.iso).filter((each) => each !== iso)] : [iso];
  const reference = isSideBySide || iso === main ? null : (text[main]?.text ?? null);
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
    <RecordFieldMarker field={{ kind, name: field }}>
      <div className="fields-by-language">
        {isos.map((each, at) => (
          <RichTextField
            key={each}
            label={at === 0 ? label : t('inspector.labelIn', { label, name: localeNameOf(locales, each) })}
            id={id}
            name={`${id} ${field} ${each}`}
            value={text[each]?.text ?? null}
            save={(html) => save({ [each]: { text: html } })}
            placeholder={placeholder}
            line={line}
            allowsScripts={field !== 'title'}
            // The canvas can request the focus for the first field.
            {...(focus && at === 0 ? { focus } : {})}
            lang={each}
            trailing={
              <span className="language-side">
                {at === 0 && toggle}
                {locales.length > 1 && <span className="language-tag">{localeNameOf(locales, each)}</span>}
              </span>
            }
          />
        ))}
      </div>
      {isos.map((each, at) => (
        <SourceChangeNotice
          key={each}
          id={id}
          field={field}
          text={text}
          iso={each}
          onConfirm={() => void save({ [each]: { text: text[each]?.text ?? null } }).catch(() => undefined)}
        >
          {at === 0 && reference !== null && (
            <blockquote className="reference" lang={main} aria-label={t('inspector.labelIn', { label, name: localeNameOf(locales, main) })}>
              <RichTextView html={reference} />
            </blockquote>
          )}
        </SourceChangeNotice>
      ))}
    </RecordFieldMarker>
  );
}
