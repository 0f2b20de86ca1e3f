/** The settings section of the workspace: name, seats, limits and enabled export formats. */

import { type SubmitEvent, useState } from 'react';
import type { Workspace } from '../../../shared/contracts/accounts.ts';
import { restExportFormats } from '../../../shared/contracts/rest/export-formats.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { createFormValues } from '../../state/form-values.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PermissionCheckboxes } from './permission-checkboxes.tsx';
import { useSettings } from './settings-store.ts';
import { numberFields, parseWorkspaceNumber, toFormValues, toWorkspaceFields, type WorkspaceFormValues } from './workspace-form-values.ts';

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

/** Keeps only unsaved edits as state, so that a change from elsewhere appears in the fields that are not being edited. */
function WorkspaceForm({ before }: { before: Workspace }) {
  const exporters = useExporters();
  const formatOptions = restExportFormats.map((id) => ({ id, label: exporters.find((each) => each.id === id)?.label ?? id }));
  const edits = workspaceEdits.use();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaved, setSaved] = useState(false);
  const texts = { ...toFormValues(before), ...edits.texts };
  const exports = edits.exports ?? before.exports;
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
      workspaceEdits.change(() => noEdits);
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
        <span role="status">{isSaved ? t('settings.saved') : ''}</span>
      </div>
    </form>
  );
}
