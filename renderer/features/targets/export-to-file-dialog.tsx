/** Exports to a file that the user selects, outside any target. */

import { FolderSearch } from 'lucide-react';
import { useState } from 'react';
import type { ExporterId } from '../../../shared/contracts/exporters.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { suggestedFileName } from '../../records/suggested-file-name.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useExporters } from '../../state/exporters-store.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

export const showExportToFile = (): void => showDialog((close) => <ExportToFileDialog close={close} />);

/** Options in addition to the language codes of the story. They contain a space, which no code does. */
const MAIN = 'main language';
const ALL = 'all languages';

/** On the desktop the file comes from a save dialog, which the desktop requires. */
const placeholder = shell === 'desktop' ? '' : '/home/you/story.json';

function ExportToFileDialog({ close }: { close: () => void }) {
  const exporters = useExporters();
  const formatOptions = exporters.map(({ id, label, isImportable }) => ({
    id,
    label,
    ...(isImportable ? { description: t('project.export.importable') } : {}),
  }));
  const [chosenFormat, setFormat] = useState<ExporterId | null>(null);
  const {
    id: format = null,
    fileExtension = '',
    languageFiles = 'either',
  } = exporters.find(({ id }) => id === chosenFormat) ?? exporters[0] ?? {};
  const [file, setFile] = useState('');
  const [chosenLanguage, setLanguage] = useState(MAIN);
  // No engine reads several languages from one file.
  const canHaveAll = languageFiles === 'either';
  const language = chosenLanguage === ALL && !canHaveAll ? MAIN : chosenLanguage;
  const locales = useProject((project) => project.projectRecord.locales);
  const name = useProject((project) => project.projectRecord.name);
  const choose = async () => {
    try {
      const path = await invoke('dialog.saveFile', {
        suggested: suggestedFileName(name, fileExtension),
      });
      if (path !== null) setFile(path);
    } catch (error) {
      showProblem(Problem.from(error));
    }
  };
  const save = async () => {
    const { hash } = openProjectStore.getState();
    if (hash === null || format === null) return;
    const languageOptions = toLanguageOptions(language);
    const { file: written, warnings } = await withBusyIndicator(
      t('project.export.progress'),
      invoke('project.export', { hash, file: file.trim(), options: { format, ...languageOptions } }),
    );
    showToast({
      tone: warnings.length > 0 ? 'warning' : 'good',
      title: t('project.export.done', { written }),
      lines: warnings.map(({ message }) => t(message)),
    });
  };
  return (
    <FormDialog
      title={t('project.export.title')}
      submitLabel={t('project.export.confirm')}
      isReady={file.trim() !== ''}
      run={save}
      onClose={close}
      width={520}
    >
      <Select label={t('project.format')} options={formatOptions} value={format} onChange={setFormat} />
      {locales.length > 1 && (
        <Select
          label={t('project.languages')}
          options={[
            { id: MAIN, label: t('project.export.mainLanguage') },
            ...(canHaveAll ? [{ id: ALL, label: t('project.export.allLanguages') }] : []),
            ...locales.map(({ iso, name: label }) => ({ id: iso, label: t('project.export.onlyLanguage', { label }) })),
          ]}
          value={language}
          onChange={setLanguage}
        />
      )}
      <div className="folder-field">
        <TextField
          label={t('project.file')}
          value={file}
          onChange={setFile}
          placeholder={placeholder}
          isReadOnly={shell === 'desktop'}
          isCode
        />
        {shell === 'desktop' && (
          <Button icon={FolderSearch} onPress={() => void choose()}>
            {t('common.choose')}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}

function toLanguageOptions(language: string): { allLocales?: true; locale?: string } {
  if (language === MAIN) return {};
  return language === ALL ? { allLocales: true } : { locale: language };
}
