/** A field in a dialog that searches for a record. */
import type { ReactNode } from 'react';
import { SearchField, type SearchFieldProps } from '../../../editors/fields/search-field.tsx';

export function RecordSearchField({ children, ...field }: SearchFieldProps & { readonly children?: ReactNode }) {
  return (
    <div className="record-search">
      <span className="field-label" aria-hidden="true">
        {field.label}
      </span>
      <SearchField {...field} />
      {children}
    </div>
  );
}
