/** How far the translation of a record is: what its texts tell, and what the translator says of all of them, kept with the record. */

import type { LocalizedText } from '../../../shared/model/kinds/field-schemas.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Locale } from '../../../shared/model/kinds/project.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { translationStateOf } from '../../../shared/model/translation-state.ts';
import { t } from '../../messages/translate.ts';
import { useLanguage } from '../../records/names/record-names.ts';
import { updateFields } from '../../state/save-fields.ts';
import { FieldMarker } from '../../ui/field-marker.tsx';
import { Select } from '../../ui/select.tsx';

export const translationStatuses = ['untranslated', 'progress', 'review', 'final'] as const;
export type TranslationStatusValue = (typeof translationStatuses)[number];
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
    <FieldMarker field={`${kind}.status`}>
      <Select
        label={t('inspector.status.of', { language: locale.name })}
        options={statusOptions()}
        value={status?.[iso] ?? 'none'}
        onChange={(chosen) => updateFields(kind, id, { status: setLanguageStatus(status, iso, chosen === 'none' ? null : chosen) })}
      />
      <p className="hint">{describeTextStates(record, locale, locales).join(' · ')}</p>
    </FieldMarker>
  );
}

/** `Title: Translated`, for each text that says something in any language. */
function describeTextStates(record: TranslatableRecord, locale: Locale, locales: readonly Locale[]): string[] {
  return localizedTextsOf(record).flatMap(([field, text]) => {
    const isSaid = Object.values(text).some((each) => each.text !== null && each.text !== '');
    const state = translationStateOf(text, translationSourceOf(record, field, locale.iso), locale, locales);
    return isSaid ? [`${t(`translations.fields.${field}`)}: ${t(`translations.states.${state}`)}`] : [];
  });
}

function localizedTextsOf(record: TranslatableRecord): ['title' | 'content' | 'label' | 'name', LocalizedText][] {
  if (record.kind === 'element')
    return [
      ['title', record.title],
      ['content', record.content],
    ];
  return record.kind === 'connection' ? [['label', record.label]] : [['name', record.name]];
}

/** The statuses with that of one language set or taken out; none at all is null. */
export function setLanguageStatus(
  status: TranslatableRecord['status'],
  iso: string,
  now: TranslationStatusValue | null,
): TranslatableRecord['status'] {
  const { [iso]: _, ...others } = status ?? {};
  const all = now === null ? others : { ...others, [iso]: now };
  return Object.keys(all).length === 0 ? null : all;
}
