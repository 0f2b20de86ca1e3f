/** Marks in the DOM which field of a record is shown, so that a test can find the control of every field. It does not affect the layout. */
import type { ReactNode } from 'react';
import type { FieldsOf } from '../../shared/model/kinds/define-kind.ts';
import type { KindName, Kinds } from '../../shared/model/kinds/kinds.ts';

/** `element.title`. */
export type FieldName = { [K in KindName]: `${K}.${keyof FieldsOf<Kinds[K]> & string}` }[KindName];

/** A field whose name is computed. */
interface FieldOfKind {
  readonly kind: KindName;
  readonly name: string;
}

export function RecordFieldMarker({ field, children }: { field: FieldName | readonly FieldName[] | FieldOfKind; children: ReactNode }) {
  const name = typeof field === 'object' && 'kind' in field ? `${field.kind}.${field.name}` : [field].flat().join(' ');
  return (
    <div data-field={name} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
