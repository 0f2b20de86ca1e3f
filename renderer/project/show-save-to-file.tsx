/** An export to a file of the writer's choice, outside of any target. */
import { FolderSearch } from 'lucide-react';
import { useState } from 'react';
import { type ExportFormat, exportFormats } from '../../shared/findings.ts';
import { Problem } from '../../shared/problem.ts';
import { ask, shell } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { openProject, useProject } from '../state/open-project.ts';
import { engineNames } from '../targets/target-words.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { tell, tellProblem } from '../ui/toasts.ts';
import { commonWords } from '../words/en/common.ts';
import { projectWords } from '../words/en/project.ts';

export const showSaveToFile = (): void => showDialog((close) => <SaveToFile close={close} />);

const formats = exportFormats.map((id) => ({
  id,
  label: engineNames[id],
  ...(id === 'json' ? { says: projectWords.canBeImportedAgain } : {}),
}));
const MAIN = projectWords.theMainLanguage;
const ALL = projectWords.allLanguages;

function SaveToFile({ close }: { close: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('json');
  const [file, setFile] = useState('');
  const [language, setLanguage] = useState(MAIN);
  const locales = useProject((project) => project.root.locales);
  const name = useProject((project) => project.root.name);
  const choose = async () => {
    try {
      const path = await ask('dialog.saveFile', { suggested: `${name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'story'}.json` });
      if (path !== null) setFile(path);
    } catch (error) {
      tellProblem(Problem.from(error));
    }
  };
  const save = async () => {
    const { hash } = openProject.getState();
    if (hash === null) return;
    const chosen = language === MAIN ? {} : language === ALL ? { allLocales: true } : { locale: language };
    const { file: written, warnings } = await during(
      projectWords.exporting,
      ask('project.export', { hash, file: file.trim(), options: { format, ...chosen } }),
    );
    tell({
      tone: warnings.length > 0 ? 'warning' : 'good',
      title: projectWords.writtenTo(written),
      lines: warnings.map(({ message }) => message),
    });
  };
  return (
    <FormDialog
      title={projectWords.exportToAFile}
      does={projectWords.exportIt}
      isReady={file.trim() !== ''}
      run={save}
      onClose={close}
      width={520}
    >
      <Select label={projectWords.format} options={formats} value={format} onChange={setFormat} />
      {locales.length > 1 && (
        <Select
          label={projectWords.languages}
          options={[
            { id: MAIN, label: projectWords.onlyTheMainLanguage },
            { id: ALL, label: projectWords.everyLanguage },
            ...locales.map(({ iso, name: label }) => ({ id: iso, label: projectWords.only(label) })),
          ]}
          value={language}
          onChange={setLanguage}
        />
      )}
      <div className="folder-field">
        <TextField label={projectWords.file} value={file} onChange={setFile} placeholder="/home/you/story.json" isCode />
        {shell === 'desktop' && (
          <Button icon={FolderSearch} onPress={() => void choose()}>
            {commonWords.choose}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
