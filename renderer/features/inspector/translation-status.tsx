/** The translation status of a record in the current language: computed for each text, and set by the translator for the whole record. */

import { fieldLabel } from '../../../shared/model/kind-messages.ts';
import { getKind, type StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { hasTextInAnyLanguage, localizedTextOf, translationStateOf } from '../../../shared/model/localized-text.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { t } from '../../messages/translate.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { updateValues } from '../../state/save-fields.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';
import { Select } from '../../ui/select.tsx';

const translationStatuses = ['untranslated', 'progress', 'review', 'final'] as const;
type TranslationStatusValue = (typeof translationStatuses)[number];
type TranslatableRecord = StoryRecord<'element' | 'component' | 'connection'>;

const statusOptions = () => [
  { id: 'none', label: t('inspector.status.none') } as const,
  ...translationStatuses.map((id) => ({ id, label: t(`inspector.status.${id}`) })),
];

export function TranslationStatus({ record }: { record: TranslatableRecord }) {
  const { iso, locales } = useLanguage();
  const locale = locales.find((each) => each.iso === iso);
  if (!locale || locale.base === null) return null;
  const { kind, id, status } = record;
  return (
    <RecordFieldMarker field={`${kind}.status`}>
      <Select
        label={t('inspector.status.of', { language: locale.name })}
        options={statusOptions()}
        value={status?.[iso] ?? 'none'}
        onChange={(chosen) => updateValues(kind, [id], 'status', (now) => setLanguageStatus(now, iso, chosen === 'none' ? null : chosen))}
      />
      <p className="hint">{describeTextStates(record, locale, locales).join(' · ')}</p>
    </RecordFieldMarker>
  );
}

/** `Title: Translated`, for each text that is not empty in every language. */
function describeTextStates(record: TranslatableRecord, locale: Locale, locales: readonly Locale[]): string[] {
  const { localizedFields } = getKind(record.kind);
  return localizedFields.flatMap((field) => {
    const text = localizedTextOf(record, field);
    const state = translationStateOf(text, translationSourceOf(record, field, locale.iso), locale, locales);
    return hasTextInAnyLanguage(text)
      ? [t('inspector.status.textState', { text: fieldLabel(field), state: t(`translations.states.${state}`) })]
      : [];
  });
}

/** Sets or removes (`null`) the status of one language. Returns null if no language has a status. */
function setLanguageStatus(
  status: TranslatableRecord['status'],
  iso: string,
  next: TranslationStatusValue | null,
): TranslatableRecord['status'] {
  const { [iso]: _, ...others } = status ?? {};
  const all = next === null ? others : { ...others, [iso]: next };
  return Object.keys(all).length === 0 ? null : all;
}
