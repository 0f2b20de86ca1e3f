/** The numbers of a workspace as they are written in fields: an empty field is no limit, files are in megabytes. */
import type { Workspace } from '../../shared/people.ts';

const megabyte = 1024 * 1024;

type NumberId = 'seats' | 'projects' | 'items' | 'fileBytes' | 'projectBytes' | 'imagePixels';
export type Texts = Readonly<Record<NumberId | 'name', string>>;

export interface NumberField {
  readonly id: NumberId;
  readonly label: string;
  readonly says: string;
  /** What is wrong with anything else. */
  readonly fault: string;
  readonly canBeEmpty: boolean;
  readonly min: number;
  /** How many of what is stored make one of what is written. */
  readonly unit: number;
}

const field = (id: NumberId, label: string, says: string, some: Partial<NumberField> = {}): NumberField => {
  const made = { id, label, says, canBeEmpty: true, min: 0, unit: 1, ...some };
  const number = made.unit === 1 ? `a whole number from ${made.min} up` : 'a number of megabytes';
  return { ...made, fault: made.canBeEmpty ? `Please write ${number}, or nothing for no limit.` : `Please write ${number}.` };
};

export const numberFields: readonly NumberField[] = [
  field('seats', 'Seats', 'Each allows 60 requests a minute, 3 of them imports or exports.', { canBeEmpty: false }),
  field('imagePixels', 'Image size, pixels', 'How wide and how high an uploaded picture may be.', { canBeEmpty: false, min: 1 }),
  field('projects', 'Projects', 'How many the workspace has room for.'),
  field('items', 'Items in a project', 'Elements, jumpers, branches, components and comments together.'),
  field('fileBytes', 'Asset file, MB', 'The largest file that may be uploaded.', { unit: megabyte }),
  field('projectBytes', 'Assets in a project, MB', 'All files of a project together.', { unit: megabyte }),
];

export const textsOf = (workspace: Workspace): Texts => ({
  name: workspace.name,
  ...(Object.fromEntries(numberFields.map(({ id, unit }) => [id, textOf(workspace[id], unit)])) as Record<NumberId, string>),
});

const textOf = (value: number | null, unit: number): string => (value === null ? '' : String(Math.round((value / unit) * 1000) / 1000));

/** undefined for what is no such number. */
export function readNumber({ canBeEmpty, min, unit }: NumberField, text: string): number | null | undefined {
  const words = text.trim();
  if (words === '') return canBeEmpty ? null : undefined;
  if (!/^\d{1,12}(\.\d+)?$/.test(words)) return undefined;
  const value = Number(words) * unit;
  if (unit === 1 && !Number.isInteger(value)) return undefined;
  return value < min || value > Number.MAX_SAFE_INTEGER ? undefined : Math.round(value);
}

/** What can be sent, of fields that were found to be fine. */
export function fieldsOf(texts: Texts): Partial<Omit<Workspace, 'id'>> {
  const numbers = numberFields.map((each): [NumberId, number | null | undefined] => [each.id, readNumber(each, texts[each.id])]);
  return { name: texts.name.trim(), ...Object.fromEntries(numbers) };
}
