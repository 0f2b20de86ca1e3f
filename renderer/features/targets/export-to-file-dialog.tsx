/** An export to a file of the writer's choice, outside of any target. */
import { FolderSearch } from 'lucide-react';
import { useState } from 'react';
import { type ExportFormat, exportFormats } from '../../../shared/contracts/findings.ts';
import { Problem } from '../../../shared/problem.ts';
import { commonMessages } from '../../messages/en/common.ts';
import { projectMessages } from '../../messages/en/project.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { engineNames } from '../../records/names/engine-names.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

export const showExportToFile = (): void => showDialog((close) => <ExportToFileDialog close={close} />);

const formatOptions = exportFormats.map((id) => ({
  id,
  label: engineNames[id],
  ...(id === 'json' ? { says: projectMessages.canBeImportedAgain } : {}),
}));
const MAIN = projectMessages.theMainLanguage;
const ALL = projectMessages.allLanguages;

function ExportToFileDialog({ close }: { close: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('json');
  const [file, setFile] = useState('');
  const [language, setLanguage] = useState(MAIN);
  const locales = useProject((project) => project.projectRecord.locales);
  const name = useProject((project) => project.projectRecord.name);
  const choose = async () => {
    try {
      const path = await invoke('dialog.saveFile', { suggested: `${name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'story'}.json` });
      if (path !== null) setFile(path);
    } catch (error) {
      showProblem(Problem.from(error));
    }
  };
  const save = async () => {
    const { hash } = openProjectStore.getState();
    if (hash === null) return;
    const chosen = language === MAIN ? {} : language === ALL ? { allLocales: true } : { locale: language };
    const { file: written, warnings } = await withBusyIndicator(
      projectMessages.exporting,
      invoke('project.export', { hash, file: file.trim(), options: { format, ...chosen } }),
    );
    showToast({
      tone: warnings.length > 0 ? 'warning' : 'good',
      title: projectMessages.writtenTo(written),
      lines: warnings.map(({ message }) => message),
    });
  };
  return (
    <FormDialog
      title={projectMessages.exportToAFile}
      submitLabel={projectMessages.exportIt}
      isReady={file.trim() !== ''}
      run={save}
      onClose={close}
      width={520}
    >
      <Select label={projectMessages.format} options={formatOptions} value={format} onChange={setFormat} />
      {locales.length > 1 && (
        <Select
          label={projectMessages.languages}
          options={[
            { id: MAIN, label: projectMessages.onlyTheMainLanguage },
            { id: ALL, label: projectMessages.everyLanguage },
            ...locales.map(({ iso, name: label }) => ({ id: iso, label: projectMessages.only(label) })),
          ]}
          value={language}
          onChange={setLanguage}
        />
      )}
      <div className="folder-field">
        <TextField label={projectMessages.file} value={file} onChange={setFile} placeholder="/home/you/story.json" isCode />
        {shell === 'desktop' && (
          <Button icon={FolderSearch} onPress={() => void choose()}>
            {commonMessages.choose}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
