/** A table of a dialog: a header row and a row for each entry, whose last column often contains actions. */
import type { ReactNode } from 'react';
import './section.css';

export function DataTable({
  label,
  columns,
  hasActions = true,
  children,
}: {
  label: string;
  /** The headings, without that of the actions. */
  columns: readonly string[];
  /** The last column of each row is for actions. */
  hasActions?: boolean;
  /** Rows (`tr`). Each begins with a `th`, which names the entry. */
  children: ReactNode;
}) {
  return (
    <table className={hasActions ? 'data-table has-actions' : 'data-table'} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          {hasActions && <td />}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
