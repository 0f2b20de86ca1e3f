/** The names of a component: in the current language first, then in the others. */

import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf } from '../../../shared/model/kinds/project.ts';
import { resolveLocalizedText } from '../../../shared/model/resolve-localized-text.ts';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { useFocusOnRequest } from '../../editors/fields/use-focus-request.ts';
import { SourceChangeNotice } from '../../editors/text/source-change-notice.tsx';
import { t } from '../../messages/translate.ts';
import { useLanguage } from '../../records/names/story-languages.ts';
import { saveFields, updateFields } from '../../state/save-fields.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';

type ComponentRecord = StoryRecord<'component'>;

export function ComponentNameFields({ component }: { component: ComponentRecord }) {
  const { iso, locales } = useLanguage();
  const others = locales.filter((each) => each.iso !== iso);
  return (
    <>
      <ComponentNameField
        component={component}
        iso={iso}
        label={others.length === 0 ? t('common.name') : t('components.nameIn', { name: localeNameOf(locales, iso) })}
        isFirst
      />
      {others.length > 0 && (
        <details className="other-names" open={others.length < 4}>
          <summary>{t('components.namesInOtherLanguages')}</summary>
          {others.map((each) => (
            <ComponentNameField key={each.iso} component={component} iso={each.iso} label={t('components.nameIn', { name: each.name })} />
          ))}
        </details>
      )}
    </>
  );
}

interface ComponentNameFieldProps {
  readonly component: ComponentRecord;
  readonly iso: string;
  readonly label: string;
  /** The component tree can request the focus for this field. */
  readonly isFirst?: boolean;
}

function ComponentNameField({ component: { id, name }, iso, label, isFirst = false }: ComponentNameFieldProps) {
  const { locales } = useLanguage();
  const inputRef = useFocusOnRequest(id, isFirst ? 'title' : undefined);
  const fallbackName = resolveLocalizedText({ ...name, [iso]: { text: null } }, iso, locales).html;
  return (
    <RecordFieldMarker field="component.name">
      <DraftTextField
        label={label}
        name={`${id} name ${iso}`}
        value={name[iso]?.text ?? ''}
        save={(text) => saveFields('component', id, { name: { [iso]: { text: text === '' ? null : text } } })}
        placeholder={fallbackName ?? t('components.unnamed')}
        lang={iso}
        inputRef={inputRef}
      />
      <SourceChangeNotice
        id={id}
        field="name"
        text={name}
        iso={iso}
        onConfirm={() => updateFields('component', id, { name: { [iso]: { text: name[iso]?.text ?? null } } })}
      />
    </RecordFieldMarker>
  );
}
