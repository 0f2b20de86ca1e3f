/** Converts a workspace to form values and back. An empty number field means no limit; sizes are in megabytes and gigabytes. */

import type { Workspace } from '../../../shared/contracts/accounts.ts';
import { objectFromKeys } from '../../../shared/json.ts';
import { t } from '../../messages/translate.ts';
import { workspaceLabel } from './default-names.ts';

const bytesPerMegabyte = 1024 ** 2;
const bytesPerGigabyte = 1024 ** 3;

const numberFieldIds = ['seats', 'projects', 'items', 'fileBytes', 'projectBytes', 'imagePixels'] as const;
type NumberFieldId = (typeof numberFieldIds)[number];
const units: Partial<Readonly<Record<NumberFieldId, number>>> = { fileBytes: bytesPerMegabyte, projectBytes: bytesPerGigabyte };
const unitOf = (id: NumberFieldId): number => units[id] ?? 1;
export type WorkspaceFormValues = Readonly<Record<NumberFieldId | 'name', string>>;

interface WorkspaceNumberField {
  readonly id: NumberFieldId;
  readonly label: string;
  readonly description: string;
  /** Shown if the text is not a valid number for this field. */
  readonly errorMessage: string;
  readonly canBeEmpty: boolean;
  readonly min: number;
  /** The number of stored units in one displayed unit, for example bytes per megabyte. */
  readonly unit: number;
}

const createNumberField = (
  id: NumberFieldId,
  label: string,
  description: string,
  options: Partial<WorkspaceNumberField> = {},
): WorkspaceNumberField => {
  const field = { id, label, description, canBeEmpty: true, min: 0, unit: unitOf(id), ...options };
  const number = field.unit === 1 ? t('settings.workspace.integerFrom', { min: field.min }) : t('settings.workspace.anyNumber');
  return {
    ...field,
    errorMessage: field.canBeEmpty ? t('settings.workspace.numberOrNothing', { number }) : t('settings.workspace.numberNeeded', { number }),
  };
};

export const numberFields = (): readonly WorkspaceNumberField[] => [
  createNumberField('seats', t('settings.workspace.seats'), t('settings.workspace.seatsHint'), { canBeEmpty: false }),
  createNumberField('imagePixels', t('settings.workspace.imageSize'), t('settings.workspace.imageSizeHint'), { canBeEmpty: false, min: 1 }),
  createNumberField('projects', t('settings.workspace.projects'), t('settings.workspace.projectsHint')),
  createNumberField('items', t('settings.workspace.items'), t('settings.workspace.itemsHint')),
  createNumberField('fileBytes', t('settings.workspace.assetFile'), t('settings.workspace.assetFileHint')),
  createNumberField('projectBytes', t('settings.workspace.assets'), t('settings.workspace.assetsHint')),
];

export const toFormValues = (workspace: Workspace): WorkspaceFormValues => ({
  name: workspaceLabel(workspace),
  ...objectFromKeys(numberFieldIds, (id) => formatInUnits(workspace[id], unitOf(id))),
});

const formatInUnits = (value: number | null, unit: number): string =>
  value === null ? '' : String(Math.round((value / unit) * 1000) / 1000);

/** Returns undefined for an invalid text, null for no limit. */
export function parseWorkspaceNumber({ canBeEmpty, min, unit }: WorkspaceNumberField, text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === '') return canBeEmpty ? null : undefined;
  if (!/^\d{1,12}(\.\d+)?$/.test(digits)) return undefined;
  const value = Number(digits) * unit;
  if (unit === 1 && !Number.isInteger(value)) return undefined;
  return value < min || value > Number.MAX_SAFE_INTEGER ? undefined : Math.round(value);
}

/** The fields to send: only edited ones, because a form value may be rounded or translated. All form values must be valid. */
export function toWorkspaceFields(edits: Partial<WorkspaceFormValues>): Partial<Omit<Workspace, 'id'>> {
  const numbers = numberFields().flatMap((each) => {
    const text = edits[each.id];
    return text === undefined ? [] : [[each.id, parseWorkspaceNumber(each, text)]];
  });
  return { ...(edits.name !== undefined && { name: edits.name.trim() }), ...Object.fromEntries(numbers) };
}
