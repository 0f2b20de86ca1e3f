/** The workspace: its name, the seats that make the quotas, what it has room for, and which exports are enabled. */

import { type SubmitEvent, useState } from 'react';
import type { Workspace } from '../../../shared/contracts/accounts.ts';
import { restExportFormats } from '../../../shared/contracts/rest/export-formats.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PermissionCheckboxes } from './permission-checkboxes.tsx';
import { useSettings } from './settings-store.ts';
import { numberFields, parseNumber, toFormValues, toWorkspaceFields, type WorkspaceFormValues } from './workspace-form-values.ts';

export function WorkspaceSection() {
  const people = useSettings((state) => state.accounts);
  const problem = useSettings((state) => state.accountsProblem);
  return (
    <section className="settings-section">
      <h3>{t('settings.workspace.title')}</h3>
      <p>{t('settings.workspace.hint')}</p>
      {problem && <ProblemMessage problem={problem} />}
      {people && <WorkspaceForm before={people.workspace} />}
    </section>
  );
}

/** What has been written and not saved lies over what is stored, so that a change made elsewhere shows in the other fields. */
function WorkspaceForm({ before }: { before: Workspace }) {
  const exporters = useExporters();
  const formatOptions = restExportFormats.map((id) => ({ id, label: exporters.find((each) => each.id === id)?.label ?? id }));
  const [written, setWritten] = useState<Partial<WorkspaceFormValues>>({});
  const [formatsChosen, setFormats] = useState<Workspace['exports'] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaved, setSaved] = useState(false);
  const texts = { ...toFormValues(before), ...written };
  const exports = formatsChosen ?? before.exports;
  const isFine = texts.name.trim() !== '' && numberFields().every((field) => parseNumber(field, texts[field.id]) !== undefined);
  const write = (some: Partial<WorkspaceFormValues>) => {
    setSaved(false);
    setWritten((now) => ({ ...now, ...some }));
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isFine) return;
    try {
      await withBusyIndicator(t('settings.saving'), invoke('workspace.set', { ...toWorkspaceFields(texts), exports }));
      setWritten({});
      setFormats(null);
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
        onChange={(name) => write({ name })}
        maxLength={255}
        error={texts.name.trim() === '' ? t('settings.workspace.nameNeeded') : null}
      />
      <div className="workspace-numbers">
        {numberFields().map((field) => (
          <TextField
            key={field.id}
            label={field.label}
            value={texts[field.id]}
            onChange={(text) => write({ [field.id]: text })}
            inputMode="numeric"
            {...(field.canBeEmpty ? { placeholder: t('settings.workspace.noLimit') } : {})}
            description={field.says}
            error={parseNumber(field, texts[field.id]) === undefined ? field.errorMessage : null}
          />
        ))}
      </div>
      <PermissionCheckboxes
        legend={t('settings.workspace.exports')}
        options={formatOptions}
        value={exports}
        onChange={(value) => {
          setSaved(false);
          setFormats(value);
        }}
      />
      {problem && <ProblemMessage problem={problem} />}
      <div className="settings-line">
        <Button type="submit" look="primary" isDisabled={!isFine}>
          {t('common.save')}
        </Button>
        <span role="status">{isSaved ? t('settings.saved') : ''}</span>
      </div>
    </form>
  );
}
