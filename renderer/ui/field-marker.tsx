/** Says in the page which field of a record is shown here; the test of every field finds its control by that. It has no box of its own. */
import type { ReactNode } from 'react';
import type { FieldsOf } from '../../shared/model/kinds/define-kind.ts';
import type { KindName, Kinds } from '../../shared/model/kinds/kinds.ts';

/** `element.title`. */
export type FieldName = { [K in KindName]: `${K}.${keyof FieldsOf<Kinds[K]> & string}` }[KindName];

export function FieldMarker({ field, children }: { field: FieldName | readonly FieldName[]; children: ReactNode }) {
  return (
    <div data-field={typeof field === 'string' ? field : field.join(' ')} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
