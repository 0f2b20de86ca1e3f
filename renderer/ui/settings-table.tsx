/** A table of the settings: a header row, a row for each entry, and in its last column what can be done with it. */
import type { ReactNode } from 'react';
import './section.css';

export function SettingsTable({
  label,
  columns,
  children,
}: {
  label: string;
  /** The headings, without that of the last column. */
  columns: readonly string[];
  /** Rows (`tr`). Each begins with a `th`, which names the entry. */
  children: ReactNode;
}) {
  return (
    <table className="settings-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
