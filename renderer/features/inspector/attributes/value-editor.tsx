/** The editor of an attribute's value: one for each of the seven types. */

import { NumberValueField } from '../../../editors/fields/number-value-field.tsx';
import { UnsavedDraftNotice } from '../../../editors/fields/unsaved-draft-notice.tsx';
import { useDraft } from '../../../editors/fields/use-draft.ts';
import { RichTextField } from '../../../editors/text/rich-text-field.tsx';
import { t } from '../../../messages/translate.ts';
import { saveFields, updateFields } from '../../../state/save-fields.ts';
import { Switch } from '../../../ui/switch.tsx';
import type { Attribute } from './attribute-types.ts';
import { AssetListField, ComponentListField } from './value-list-fields.tsx';

export function ValueEditor({ attribute: { id, value }, label }: { attribute: Attribute; label: string }) {
  if (value.type === 'boolean')
    return (
      <Switch
        label={label}
        isSelected={value.data}
        onChange={(data) => updateFields('attribute', id, { value: { type: 'boolean', data } })}
      >
        {value.data ? t('attributes.yes') : t('attributes.no')}
      </Switch>
    );
  if (value.type === 'integer' || value.type === 'float') {
    const { type } = value;
    return (
      <NumberValueField
        key={type}
        label={label}
        name={`${id} ${type}`}
        type={type}
        value={value.data}
        save={(data) => saveFields('attribute', id, { value: { type, data } })}
      />
    );
  }
  if (value.type === 'component-list') return <ComponentListField id={id} data={value.data ?? []} label={label} />;
  if (value.type === 'asset-list') return <AssetListField id={id} data={value.data ?? []} label={label} />;
  if (value.plain) return <PlainTextValue id={id} data={value.data} label={label} />;
  return (
    <RichTextField
      label={label}
      id={id}
      name={`${id} rich`}
      value={value.data}
      save={(data) => saveFields('attribute', id, { value: { type: 'string', plain: false, data } })}
      placeholder={t('attributes.valuePlaceholder')}
    />
  );
}

function PlainTextValue({ id, data, label }: { id: string; data: string | null; label: string }) {
  const draft = useDraft({
    name: `${id} plain`,
    value: data ?? '',
    save: (text) => saveFields('attribute', id, { value: { type: 'string', plain: true, data: text === '' ? null : text } }),
  });
  return (
    <>
      <textarea
        className="input plain-value"
        rows={1}
        value={draft.value}
        aria-label={label}
        aria-invalid={draft.error !== null || undefined}
        onChange={({ target }) => draft.type(target.value)}
        onBlur={draft.flush}
      />
      <UnsavedDraftNotice draft={draft.unsavedDraft} />
      {draft.error !== null && (
        <p className="fault" role="alert">
          {draft.error}
        </p>
      )}
    </>
  );
}
