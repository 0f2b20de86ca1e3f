/** Tables as spreadsheets save them after people have worked on them. */
import { expect, test } from 'vitest';
import { readCsv } from '../../../../renderer/features/translations/csv.ts';
import { readXlsx } from '../../../../renderer/features/translations/read-xlsx.ts';
import { parseCell } from '../../../../shared/sheets/cell-text.ts';
import { findHeaders, isIgnoredHeader, type SheetCell } from '../../../../shared/sheets/sheet-headers.ts';
import { readFieldFiles, skippedFieldSuffix } from '../../../hosted-exports.ts';

const textOf = (cell: SheetCell): string | null => {
  if (typeof cell !== 'string') return null;
  const read = parseCell(cell, { isRich: true });
  return read.ok ? read.text : null;
};

test(`tables that people have saved keep their texts; no error, number or date is one${skippedFieldSuffix}`, () => {
  for (const { name, bytes } of readFieldFiles(/^translations-.*\.(csv|xlsx)$/)) {
    const { table, rows } = name.endsWith('.xlsx') ? readXlsx(bytes) : readCsv(bytes);
    const [header] = findHeaders(table);
    if (!header) throw new Error(`${name}: no header`);
    expect(header.keyCount, name).toBe(table.length - header.row - 1);
    expect(rows, name).toHaveLength(table.length);
    const columns = [...(table[header.row] ?? []).entries()].filter(([, head]) => typeof head === 'string' && !isIgnoredHeader(head));
    const texts = table.slice(header.row + 1).flatMap((row) => columns.map(([at]) => textOf(row[at] ?? '')));
    expect(texts.filter((text) => text !== null).length, name).toBeGreaterThan(0);
    expect(texts, name).toContain(null);
    for (const text of texts) expect(text ?? '', name).not.toMatch(/^<p>(#.*[!?]|\d+)<\/p>$/);
  }
});
