/** Says in the page which field of a record is shown here; the test of every field finds its control by that. It has no box of its own. */
import type { ReactNode } from 'react';
import type { KindName, Kinds } from '../../shared/kinds/all.ts';
import type { FieldsOf } from '../../shared/kinds/define.ts';

/** `element.title`. */
export type FieldName = { [K in KindName]: `${K}.${keyof FieldsOf<Kinds[K]> & string}` }[KindName];

export function Shows({ field, children }: { field: FieldName | readonly FieldName[]; children: ReactNode }) {
  return (
    <div data-field={typeof field === 'string' ? field : field.join(' ')} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
