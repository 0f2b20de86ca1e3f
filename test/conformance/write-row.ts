/** A row of the route table that writes into a project: how a request is made valid, what it must have, what it must refuse. */
import { bad } from './bad-values.ts';
import type { Story } from './story.ts';

export interface WriteRow {
  readonly rule: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** A request that must succeed and change something. */
  readonly make: (story: Story) => Promise<{ path: string; body?: Record<string, unknown> }>;
  /** Fields without which it is a 400. */
  readonly required?: readonly string[];
  /** Values of single fields that are a 400. */
  readonly bad?: Readonly<Record<string, readonly unknown[]>>;
  /** Fields with further values that are taken. */
  readonly good?: Readonly<Record<string, readonly unknown[]>>;
  /** POST with an empty body is a request of its own. */
  readonly bodyMayBeEmpty?: true;
}

export const row = (
  heading: string,
  method: WriteRow['method'],
  path: string,
  make: WriteRow['make'],
  more: Omit<WriteRow, 'rule' | 'method' | 'make'> = {},
): WriteRow => ({ rule: `[${heading}] ${method} ${path}`, method, make, ...more });

export const reorder = { required: ['index'], bad: { index: bad.index } } as const;
export const themed = { theme: bad.theme };
export const placed = { x: bad.coordinate, y: bad.coordinate };
export const sized = { width: bad.extent, height: bad.extent };
export const localizedRich = [...bad.localized, ...bad.richText, ...bad.richText.map((text) => ({ en: text }))];
