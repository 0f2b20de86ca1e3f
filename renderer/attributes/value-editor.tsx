/** The editor of an attribute's value: one for each of the seven types. */

import type { StoryRecord } from '../../shared/kinds/all.ts';
import { LeftBehind } from '../fields/left-behind.tsx';
import { change, saveChange } from '../fields/save.ts';
import { useDraft } from '../fields/use-draft.ts';
import { RichField } from '../inspector/rich-field.tsx';
import { Switch } from '../ui/switch.tsx';
import { attributesWords } from '../words/en/attributes.ts';
import { NumberValue } from './number-value.tsx';
import { AssetListValue, ComponentListValue } from './value-list.tsx';

type Attribute = StoryRecord<'attribute'>;

export function ValueEditor({ attribute: { id, value }, label }: { attribute: Attribute; label: string }) {
  if (value.type === 'boolean')
    return (
      <Switch label={label} isSelected={value.data} onChange={(data) => change('attribute', id, { value: { type: 'boolean', data } })}>
        {value.data ? attributesWords.yes : attributesWords.no}
      </Switch>
    );
  if (value.type === 'integer' || value.type === 'float') {
    const { type } = value;
    return (
      <NumberValue
        key={type}
        label={label}
        name={`${id} ${type}`}
        type={type}
        value={value.data}
        save={(data) => saveChange('attribute', id, { value: { type, data } })}
      />
    );
  }
  if (value.type === 'component-list') return <ComponentListValue id={id} data={value.data ?? []} label={label} />;
  if (value.type === 'asset-list') return <AssetListValue id={id} data={value.data ?? []} label={label} />;
  if (value.plain) return <PlainValue id={id} data={value.data} label={label} />;
  return (
    <RichField
      label={label}
      id={id}
      name={`${id} rich`}
      value={value.data}
      save={(data) => saveChange('attribute', id, { value: { type: 'string', plain: false, data } })}
      placeholder={attributesWords.writeHere}
    />
  );
}

function PlainValue({ id, data, label }: { id: string; data: string | null; label: string }) {
  const draft = useDraft({
    name: `${id} plain`,
    value: data ?? '',
    save: (text) => saveChange('attribute', id, { value: { type: 'string', plain: true, data: text === '' ? null : text } }),
  });
  return (
    <>
      <textarea
        className="input plain-value"
        rows={1}
        value={draft.value}
        aria-label={label}
        aria-invalid={draft.fault !== null || undefined}
        onChange={({ target }) => draft.type(target.value)}
        onBlur={draft.flush}
      />
      <LeftBehind left={draft.left} />
      {draft.fault !== null && (
        <p className="fault" role="alert">
          {draft.fault}
        </p>
      )}
    </>
  );
}
