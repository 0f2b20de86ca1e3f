/** The numbers of a workspace as they are written in fields: an empty field is no limit, files are in megabytes. */
import type { Workspace } from '../../shared/people.ts';
import { settingsWords } from '../words/en/settings.ts';

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
  const number = made.unit === 1 ? settingsWords.aWholeNumberFrom(made.min) : settingsWords.aNumberOfMegabytes;
  return { ...made, fault: made.canBeEmpty ? settingsWords.pleaseWriteOrNothing(number) : settingsWords.pleaseWrite(number) };
};

export const numberFields: readonly NumberField[] = [
  field('seats', settingsWords.seats, settingsWords.eachAllows60Requests, { canBeEmpty: false }),
  field('imagePixels', settingsWords.imageSizePixels, settingsWords.howWideAndHow, { canBeEmpty: false, min: 1 }),
  field('projects', settingsWords.projects, settingsWords.howManyTheWorkspace),
  field('items', settingsWords.itemsInAProject, settingsWords.elementsJumpersBranchesComponents),
  field('fileBytes', settingsWords.assetFileMb, settingsWords.theLargestFileThat, { unit: megabyte }),
  field('projectBytes', settingsWords.assetsInAProject, settingsWords.allFilesOfA, { unit: megabyte }),
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
