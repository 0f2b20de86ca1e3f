/** Bringing a project in: where it is, how far it is, what is wrong with it, what was noted. */
import { FileText, FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { Imported } from '../../shared/ipc/answers.ts';
import type { Input } from '../../shared/ipc/ask.ts';
import { Problem } from '../../shared/problem.ts';
import { ask, shell } from '../bridge.ts';
import { newJob, useProgress } from '../state/jobs.ts';
import { goTo } from '../state/place.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Progress } from '../ui/progress.tsx';
import { TextField } from '../ui/text-field.tsx';
import { tell, tellProblem } from '../ui/toasts.ts';
import { commonWords } from '../words/en/common.ts';
import { projectsWords } from '../words/en/projects.ts';
import { ImportFaults } from './import-faults.tsx';

export type Source = Input<'project.import'>['source'];

export const showImport = (): void =>
  showDialog((close) => (shell === 'desktop' ? <ChooseByDialog close={close} /> : <ChooseByPath close={close} />));

/** Imports, showing how far it is; ends with the open project, its notes, or the faults. */
export const importFrom = (source: Source, repair = false): void =>
  showDialog((close) => <Importing source={source} repair={repair} close={close} />);

/** A file that was dropped or chosen: by its path where the window is told it, else by its text. */
export async function importFile(file: File, path: string | undefined): Promise<void> {
  if (path !== undefined) importFrom({ path });
  else if (/\.zip$/i.test(file.name)) tell({ tone: 'warning', title: projectsWords.aBrowserCannotHand });
  else importFrom({ text: await file.text(), fileName: file.name });
}

function ChooseByDialog({ close }: { close: () => void }) {
  const choose = async (dialog: 'dialog.openFile' | 'dialog.openFolder') => {
    try {
      const path = await ask(dialog, {});
      if (path === null) return;
      close();
      importFrom({ path });
    } catch (error) {
      tellProblem(Problem.from(error));
    }
  };
  return (
    <Dialog title={projectsWords.importAProject} onClose={close}>
      <div className="dialog-stack">
        <p>{projectsWords.taleportReadsTheJson}</p>
        <Button icon={FileText} look="primary" onPress={() => void choose('dialog.openFile')} autoFocus>
          {projectsWords.chooseAFile}
        </Button>
        <Button icon={FolderOpen} onPress={() => void choose('dialog.openFolder')}>
          {projectsWords.chooseAFolder}
        </Button>
        <p className="field-description">{projectsWords.youCanAlsoDrop}</p>
      </div>
    </Dialog>
  );
}

function ChooseByPath({ close }: { close: () => void }) {
  const [path, setPath] = useState('');
  const chosen = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    close();
    void importFile(file, undefined);
  };
  const go = async () => importFrom({ path: path.trim() });
  return (
    <FormDialog title={projectsWords.importAProject} does={projectsWords.importIt} isReady={path.trim() !== ''} run={go} onClose={close}>
      <p>{projectsWords.taleportReadsTheJson}</p>
      <TextField label={projectsWords.path} value={path} onChange={setPath} placeholder="/home/you/story.json" isCode autoFocus />
      <div className="or-line">{projectsWords.or}</div>
      <FileTrigger acceptedFileTypes={['.json', 'application/json']} onSelect={chosen}>
        <Button icon={FileText}>{projectsWords.chooseAFile}</Button>
      </FileTrigger>
    </FormDialog>
  );
}

function Importing({ source, repair, close }: { source: Source; repair: boolean; close: () => void }) {
  const [job] = useState(newJob);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSlow, setSlow] = useState(false);
  const progress = useProgress(job);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an import is made once
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300);
    ask('project.import', { source, job, ...(repair ? { repair } : {}) })
      .then((imported) => {
        close();
        arrived(imported);
      })
      .catch((error: unknown) => {
        const found = Problem.from(error);
        if (found.code === 'cancelled') close();
        else setProblem(found);
      })
      .finally(() => clearTimeout(timer));
    return () => clearTimeout(timer);
  }, []);

  const retry = () => {
    close();
    importFrom(source, true);
  };
  if (problem)
    return <ImportFaults problem={problem} canRepair={problem.code === 'importIntegrity' && !repair} repair={retry} close={close} />;
  if (!isSlow) return null;
  const cancel = () => void ask('job.cancel', { job }).catch((error: unknown) => tellProblem(Problem.from(error)));
  return (
    <Dialog title={projectsWords.importing} onClose={cancel} isAlert buttons={<Button onPress={cancel}>{commonWords.cancel}</Button>}>
      <Progress
        label={source && 'path' in source ? source.path : source.fileName}
        part={progress && progress.total > 0 ? progress.done / progress.total : null}
      />
    </Dialog>
  );
}

function arrived({ hash, name, notes }: Imported): void {
  goTo(hash);
  if (notes.length === 0) tell({ tone: 'good', title: projectsWords.wasImported(name) });
  else showDialog((close) => <ImportNotes name={name} notes={notes} close={close} />);
}

function ImportNotes({ name, notes, close }: { name: string; notes: readonly string[]; close: () => void }) {
  return (
    <Dialog
      title={projectsWords.imported(name)}
      onClose={close}
      width={560}
      buttons={
        <Button look="primary" onPress={close} autoFocus>
          {projectsWords.goToTheStory}
        </Button>
      }
    >
      <div className="dialog-stack">
        <p>{projectsWords.theFileDidNot}</p>
        <ul className="faults">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
