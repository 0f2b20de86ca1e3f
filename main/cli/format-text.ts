/** Text for people: tables with aligned columns, and findings as sentences. */
import type { Finding } from '../../shared/contracts/findings.ts';

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head.map((cell) => cell.toUpperCase()), ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => textWidth(row[column] ?? ''))));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - textWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const segmenter = new Intl.Segmenter();
const textWidth = (text: string): number => [...segmenter.segment(text)].length;

export const formatFindings = (findings: readonly Finding[]): string[] =>
  findings.map(({ severity, rule, message, kind, id }) => `${severity.padEnd(7)}  ${message}  [${rule}, ${kind} ${id}]`);

export const formatCount = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;

/** `2026-11-21 04:12` in the time of this machine. */
export function formatShortTime(iso: string): string {
  const time = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
