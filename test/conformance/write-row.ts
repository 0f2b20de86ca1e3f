/** A row of the route table that writes into a project: the setup for a valid request, its required fields, and values to reject. */
import { badValues } from './bad-values.ts';
import type { Story } from './story.ts';

export interface WriteRow {
  readonly rule: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** A request that must succeed and change something. */
  readonly make: (story: Story) => Promise<{ path: string; body?: Record<string, unknown> }>;
  /** Required fields: without them the response is a 400. */
  readonly required?: readonly string[];
  /** Values of single fields that cause a 400. */
  readonly bad?: Readonly<Record<string, readonly unknown[]>>;
  /** Further values of fields that are accepted. */
  readonly good?: Readonly<Record<string, readonly unknown[]>>;
  /** A POST with an empty body is valid. */
  readonly bodyMayBeEmpty?: true;
}

export const row = (
  heading: string,
  method: WriteRow['method'],
  path: string,
  make: WriteRow['make'],
  more: Omit<WriteRow, 'rule' | 'method' | 'make'> = {},
): WriteRow => ({ rule: `[${heading}] ${method} ${path}`, method, make, ...more });

export const reorder = { required: ['index'], bad: { index: badValues.index } } as const;
export const themed = { theme: badValues.theme };
export const placed = { x: badValues.coordinate, y: badValues.coordinate };
export const sized = { width: badValues.extent, height: badValues.extent };
export const localizedRich = [...badValues.localized, ...badValues.richText, ...badValues.richText.map((text) => ({ en: text }))];
