/** The settings section of the workspace: name, seats, limits and enabled export formats. */
import { type SubmitEvent, useState } from 'react';
import type { Workspace } from '../../../shared/contracts/accounts.ts';
import { restExportFormats } from '../../../shared/contracts/rest/export-formats.ts';
import { objectFromKeys } from '../../../shared/json.ts';
import { Problem } from '../../../shared/problem.ts';
import { formatTypedNumber, parseNumber } from '../../editors/fields/typed-number.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { createFormValues } from '../../state/form-values.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { workspaceLabel } from './default-names.ts';
import { PermissionCheckboxes } from './permission-checkboxes.tsx';
import { useSettings } from './settings-store.ts';

export function WorkspaceSection() {
  const accounts = useSettings((state) => state.accounts);
  const problem = useSettings((state) => state.accountsProblem);
  return (
    <section className="settings-section">
      <h3>{t('settings.workspace.title')}</h3>
      <p>{t('settings.workspace.hint')}</p>
      {problem && <ProblemMessage problem={problem} />}
      {accounts && <WorkspaceForm before={accounts.workspace} />}
    </section>
  );
}

interface WorkspaceEdits {
  readonly texts: Partial<WorkspaceFormValues>;
  /** null while they were not edited. */
  readonly exports: Workspace['exports'] | null;
}

const noEdits: WorkspaceEdits = { texts: {}, exports: null };
const workspaceEdits = createFormValues(noEdits, 'window');

/** What has been edited since `saved` was sent. */
export const withoutSaved = ({ texts, exports }: WorkspaceEdits, saved: WorkspaceEdits): WorkspaceEdits => ({
  texts: Object.fromEntries(Object.entries(texts).filter(([id, text]) => text !== saved.texts[id as keyof WorkspaceFormValues])),
  exports: exports === saved.exports ? null : exports,
});

/** Keeps only unsaved edits as state, so that a change from elsewhere appears in the fields that are not being edited. */
function WorkspaceForm({ before }: { before: Workspace }) {
  const exporters = useExporters();
  const formatOptions = restExportFormats.map((id) => ({ id, label: exporters.find((each) => each.id === id)?.label ?? id }));
  const edits = workspaceEdits.use();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaved, setSaved] = useState(false);
  const texts = { ...toFormValues(before), ...edits.texts };
  const exports = edits.exports ?? before.exports;
  const hasEdits = edits.exports !== null || Object.keys(edits.texts).length > 0;
  const isValid = texts.name.trim() !== '' && numberFields().every((field) => parseWorkspaceNumber(field, texts[field.id]) !== undefined);
  const edit = (changes: Partial<WorkspaceFormValues>) => {
    setSaved(false);
    workspaceEdits.change((before) => ({ ...before, texts: { ...before.texts, ...changes } }));
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isValid) return;
    try {
      await withBusyIndicator(t('settings.saving'), invoke('workspace.set', { ...toWorkspaceFields(edits.texts), exports }));
      workspaceEdits.change((now) => withoutSaved(now, edits));
      setProblem(null);
      setSaved(true);
    } catch (error) {
      setProblem(Problem.from(error));
    }
  };
  return (
    <form className="workspace-form" onSubmit={save}>
      <TextField
        label={t('common.name')}
        value={texts.name}
        onChange={(name) => edit({ name })}
        maxLength={255}
        error={texts.name.trim() === '' ? t('settings.workspace.nameNeeded') : null}
      />
      <div className="workspace-numbers">
        {numberFields().map((field) => (
          <TextField
            key={field.id}
            label={field.label}
            value={texts[field.id]}
            onChange={(text) => edit({ [field.id]: text })}
            inputMode="numeric"
            {...(field.canBeEmpty ? { placeholder: t('settings.workspace.noLimit') } : {})}
            description={field.description}
            error={parseWorkspaceNumber(field, texts[field.id]) === undefined ? field.errorMessage : null}
          />
        ))}
      </div>
      <PermissionCheckboxes
        legend={t('settings.workspace.exports')}
        options={formatOptions}
        value={exports}
        onChange={(value) => {
          setSaved(false);
          workspaceEdits.change((before) => ({ ...before, exports: value }));
        }}
      />
      {problem && <ProblemMessage problem={problem} />}
      <div className="settings-line settings-foot">
        <Button type="submit" variant="primary" isDisabled={!isValid}>
          {t('common.save')}
        </Button>
        <span role="status">{isSaved && !hasEdits ? t('settings.saved') : ''}</span>
      </div>
    </form>
  );
}

const bytesPerMegabyte = 1024 ** 2;
const bytesPerGigabyte = 1024 ** 3;

const numberFieldIds = ['seats', 'projects', 'items', 'fileBytes', 'projectBytes', 'imagePixels'] as const;
type NumberFieldId = (typeof numberFieldIds)[number];
const units: Partial<Readonly<Record<NumberFieldId, number>>> = { fileBytes: bytesPerMegabyte, projectBytes: bytesPerGigabyte };
const unitOf = (id: NumberFieldId): number => units[id] ?? 1;

/** An empty number field means no limit; sizes are in megabytes and gigabytes. */
type WorkspaceFormValues = Readonly<Record<NumberFieldId | 'name', string>>;

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
  value === null ? '' : formatTypedNumber(Math.round((value / unit) * 100) / 100);

/** Returns undefined for an invalid text, null for no limit. */
export function parseWorkspaceNumber({ canBeEmpty, min, unit }: WorkspaceNumberField, text: string): number | null | undefined {
  if (text.trim() === '') return canBeEmpty ? null : undefined;
  const { number } = parseNumber(text, unit === 1 ? 'integer' : 'float');
  if (number === undefined || number >= 1e12 || /e/i.test(text)) return undefined;
  const value = number * unit;
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
