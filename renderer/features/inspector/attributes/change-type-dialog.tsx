/** Changes the type of an attribute. The dialog describes the data that would be lost. */
import { useState } from 'react';
import type { AttributeValue, AttributeValueType } from '../../../../shared/model/kinds/attribute-value.ts';
import { escapeText } from '../../../../shared/rich-text/html.ts';
import { richTextToPlainText } from '../../../../shared/rich-text/plain-text.ts';
import { richTextEquals } from '../../../../shared/rich-text/rich-text-equality.ts';
import { formatTypedNumber, parseNumber } from '../../../editors/fields/typed-number.ts';
import { t } from '../../../messages/translate.ts';
import { useRecord } from '../../../state/open-project.ts';
import { sendCommand } from '../../../state/send-command.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { showDialog } from '../../../ui/dialog-store.ts';
import { Select } from '../../../ui/select.tsx';
import { useCloseWhenGone } from '../../../ui/use-close-when-gone.ts';
import { emptyValueOf, isVariableType, needsScriptId, valueTypeLabels, valueTypeOf, valueTypesFor } from './attribute-types.ts';
import { useScriptIdField } from './script-id-dialogs.tsx';

export const showChangeTypeDialog = (id: string): void => showDialog((close) => <ChangeTypeDialog id={id} close={close} />);

function ChangeTypeDialog({ id, close }: { id: string; close: () => void }) {
  const attribute = useRecord('attribute', id);
  const currentType = attribute ? valueTypeOf(attribute.value) : 'string';
  const [type, setType] = useState<AttributeValueType>(currentType);
  const script = useScriptIdField({
    ownerId: attribute?.cId ?? '',
    name: attribute?.name ?? '',
    isNeeded: attribute !== undefined && attribute.customId === null && type !== currentType && needsScriptId(attribute.cType, type),
  });
  useCloseWhenGone(attribute, close);
  if (!attribute) return null;
  const { value, lossMessage } = convertValue(attribute.value, type);
  const hasScriptId = attribute.customId !== null;
  const change = () =>
    sendCommand({
      do: 'batch',
      commands: [
        ...script.precedingCommands,
        {
          do: 'change',
          kind: 'attribute',
          id,
          fields: { value, ...(script.customId === null ? {} : { customId: script.customId }) },
        },
      ],
    });
  return (
    <FormDialog
      title={attribute.name ? t('attributes.typeChange.title', { name: attribute.name }) : t('attributes.typeChange.titleWithoutName')}
      submitLabel={t('common.typeChange.confirm')}
      isReady={type !== currentType && script.isReady}
      run={change}
      onClose={close}
    >
      <Select
        label={t('attributes.type')}
        options={valueTypesFor(attribute.cType)
          .filter((each) => !hasScriptId || isVariableType(each))
          .map((each) => ({ id: each, ...valueTypeLabels()[each] }))}
        value={type}
        onChange={setType}
      />
      {hasScriptId && (
        <p className="field-description">{t('attributes.typeChange.scriptIdRestriction', { customId: attribute.customId ?? '' })}</p>
      )}
      {script.fields}
      {type !== currentType && (
        <p role="status">{t('common.typeChange.undoHint', { lost: lossMessage ?? t('attributes.typeChange.lossless') })}</p>
      )}
    </FormDialog>
  );
}

interface ConversionResult {
  readonly value: AttributeValue;
  /** null when nothing is lost. */
  readonly lossMessage: string | null;
}

/** Converts the value of an attribute to another type, keeps what it can, and describes what is lost. Pure. */
export function convertValue(value: AttributeValue, type: AttributeValueType): ConversionResult {
  if (valueTypeOf(value) === type) return { value, lossMessage: null };
  if (type === 'component-list' || type === 'asset-list') return { value: emptyValueOf(type), lossMessage: describeLoss(value) };
  if (value.type === 'component-list' || value.type === 'asset-list')
    return { value: emptyValueOf(type), lossMessage: describeLoss(value) };
  if (type === 'string' || type === 'rich-text') return toText(value, type);
  return type === 'boolean' ? toBoolean(value) : toNumber(value, type);
}

type ScalarValue = Exclude<AttributeValue, { type: 'component-list' | 'asset-list' }>;

function toText(value: ScalarValue, type: 'string' | 'rich-text'): ConversionResult {
  const text = toPlainString(value);
  const html = toRichText(text);
  const isEmpty = text === '';
  const converted = type === 'string' ? text : html;
  const data = isEmpty ? null : converted;
  const losesFormatting = value.type === 'string' && !value.plain && !richTextEquals(value.data, isEmpty ? null : html);
  return {
    value: { type: 'string', plain: type === 'string', data },
    lossMessage: losesFormatting ? t('attributes.typeChange.formattingLost') : null,
  };
}

function toBoolean(value: ScalarValue): ConversionResult {
  if (value.type === 'integer' || value.type === 'float') {
    const number = formatTypedNumber(value.data);
    const data = value.data !== 0;
    const isLossless = value.data === 0 || value.data === 1;
    const lossMessage = data ? t('attributes.typeChange.becomesYes', { number }) : t('attributes.typeChange.becomesNo', { number });
    return { value: { type: 'boolean', data }, lossMessage: isLossless ? null : lossMessage };
  }
  const text = toPlainString(value).trim().toLowerCase();
  const isYes = ['true', 'yes', '1'].includes(text);
  const isKnown = isYes || ['false', 'no', '0', ''].includes(text);
  return { value: { type: 'boolean', data: isYes }, lossMessage: isKnown ? null : t('attributes.typeChange.textToNo') };
}

function toNumber(value: ScalarValue, type: 'integer' | 'float'): ConversionResult {
  if (value.type === 'boolean') return { value: { type, data: value.data ? 1 : 0 }, lossMessage: null };
  const text = toPlainString(value).trim();
  const parsed = text === '' ? { number: 0 } : parseNumber(text, 'float');
  if (parsed.number === undefined) return { value: { type, data: 0 }, lossMessage: t('attributes.typeChange.notANumber') };
  const data = type === 'float' ? parsed.number : Math.round(parsed.number);
  if (!Number.isSafeInteger(data) && type === 'integer')
    return { value: { type, data: 0 }, lossMessage: t('attributes.typeChange.numberTooLarge', { text }) };
  return {
    value: { type, data },
    lossMessage:
      data === parsed.number
        ? null
        : t('attributes.typeChange.becomesNumber', { number: formatTypedNumber(parsed.number), data: formatTypedNumber(data) }),
  };
}

function describeLoss(value: AttributeValue): string | null {
  if (value.data === null || value.type === 'boolean') return value.data === null ? null : t('attributes.typeChange.valueLost');
  if (Array.isArray(value.data)) return t('attributes.typeChange.listLost', { count: value.data.length });
  return value.type === 'string'
    ? t('attributes.typeChange.textLost')
    : t('attributes.typeChange.numberLost', { data: formatTypedNumber(value.data) });
}

function toPlainString(value: ScalarValue): string {
  if (value.type === 'string' && !value.plain) return richTextToPlainText(value.data);
  return value.data === null ? '' : String(value.data);
}

const toRichText = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
