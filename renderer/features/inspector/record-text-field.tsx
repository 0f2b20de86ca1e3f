/** A plain text field of any record. The label comes from the field's definition. An empty text is stored as null if that is the field's default. */
import { getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { DraftTextField } from '../../editors/fields/draft-text-field.tsx';
import { computedChangeCommand } from '../../records/commands/computed-commands.ts';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';
import { sendCommand } from '../../state/send-command.ts';
import { RecordFieldMarker } from '../../ui/record-field-marker.tsx';

/** The fields of a record that contain text or null. */
type TextFieldOf<R> = Exclude<{ [N in keyof R]: R[N] extends string | null ? N : never }[keyof R], 'kind' | 'id' | 'rank' | undefined> &
  string;

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
  const save = (text: string) => sendCommand(computedChangeCommand(kind, id, { [field]: text === '' && isNullable ? null : text }));
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
