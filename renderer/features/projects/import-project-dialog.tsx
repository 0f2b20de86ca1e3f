/** Importing a project: choosing the file, progress, errors, and notes about what was changed. */

import { FileText, FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import type { ImportedProject } from '../../../shared/contracts/ipc/results.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { goToProject } from '../../navigation/router.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { createJobId, useJobProgress } from '../../state/job-progress.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { ProgressIndicator } from '../../ui/progress-indicator.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';
import { ImportErrorsDialog } from './import-errors-dialog.tsx';

export type ImportSource = CallInput<'project.import'>['source'];

export const showImportProject = (): void =>
  showDialog((close) => (shell === 'desktop' ? <ImportByDialog close={close} /> : <ImportByPath close={close} />));

/** Imports with a progress dialog, then opens the project, its import notes, or the errors. */
export const importProject = (source: ImportSource, repair = false): void =>
  showDialog((close) => <ImportProgressDialog source={source} repair={repair} close={close} />);

/** Imports a file that was dropped or chosen: by its path on the desktop, by its text in a browser, which hides paths. */
export async function importProjectFile(file: File, path: string | undefined): Promise<void> {
  if (path !== undefined) importProject({ path });
  else if (/\.zip$/i.test(file.name)) showToast({ tone: 'warning', title: t('projects.import.zipInBrowser') });
  else importProject({ text: await file.text(), fileName: file.name });
}

function ImportByDialog({ close }: { close: () => void }) {
  const choose = async (dialog: 'dialog.openFile' | 'dialog.openFolder') => {
    try {
      const path = await invoke(dialog, {});
      if (path === null) return;
      close();
      importProject({ path });
    } catch (error) {
      showProblem(Problem.from(error));
    }
  };
  return (
    <Dialog title={t('projects.import.title')} onClose={close}>
      <div className="dialog-stack">
        <p>{t('projects.import.hint')}</p>
        <Button icon={FileText} look="primary" onPress={() => void choose('dialog.openFile')} autoFocus>
          {t('projects.import.chooseFile')}
        </Button>
        <Button icon={FolderOpen} onPress={() => void choose('dialog.openFolder')}>
          {t('projects.import.chooseFolder')}
        </Button>
        <p className="field-description">{t('projects.import.dropHint')}</p>
      </div>
    </Dialog>
  );
}

function ImportByPath({ close }: { close: () => void }) {
  const [path, setPath] = useState('');
  const importChosen = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    close();
    void importProjectFile(file, undefined);
  };
  const importByPath = async () => importProject({ path: path.trim() });
  return (
    <FormDialog
      title={t('projects.import.title')}
      submitLabel={t('projects.import.confirm')}
      isReady={path.trim() !== ''}
      run={importByPath}
      onClose={close}
    >
      <p>{t('projects.import.hint')}</p>
      <TextField
        label={t('projects.import.pathLabel')}
        value={path}
        onChange={setPath}
        placeholder="/home/you/story.json"
        isCode
        autoFocus
      />
      <div className="or-line">{t('projects.import.or')}</div>
      <FileTrigger acceptedFileTypes={['.json', 'application/json']} onSelect={importChosen}>
        <Button icon={FileText}>{t('projects.import.chooseFile')}</Button>
      </FileTrigger>
    </FormDialog>
  );
}

function ImportProgressDialog({ source, repair, close }: { source: ImportSource; repair: boolean; close: () => void }) {
  const [job] = useState(createJobId);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSlow, setSlow] = useState(false);
  const progress = useJobProgress(job);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the import runs once, when the dialog is mounted
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300);
    invoke('project.import', { source, job, ...(repair ? { repair } : {}) })
      .then((imported) => {
        close();
        handleImported(imported);
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
    importProject(source, true);
  };
  if (problem)
    return <ImportErrorsDialog problem={problem} canRepair={problem.code === 'importIntegrity' && !repair} repair={retry} close={close} />;
  if (!isSlow) return null;
  const cancel = () => void invoke('job.cancel', { job }).catch((error: unknown) => showProblem(Problem.from(error)));
  return (
    <Dialog title={t('projects.import.progress')} onClose={cancel} isAlert buttons={<Button onPress={cancel}>{t('common.cancel')}</Button>}>
      <ProgressIndicator
        label={source && 'path' in source ? source.path : source.fileName}
        fraction={progress && progress.total > 0 ? progress.done / progress.total : null}
      />
    </Dialog>
  );
}

function handleImported({ hash, name, notes }: ImportedProject): void {
  goToProject(hash);
  if (notes.length === 0) showToast({ tone: 'good', title: t('projects.import.done', { name }) });
  else showDialog((close) => <ImportNotesDialog name={name} notes={notes} close={close} />);
}

function ImportNotesDialog({ name, notes, close }: { name: string; notes: readonly string[]; close: () => void }) {
  return (
    <Dialog
      title={t('projects.import.doneTitle', { name })}
      onClose={close}
      width={560}
      buttons={
        <Button look="primary" onPress={close} autoFocus>
          {t('projects.import.goToProject')}
        </Button>
      }
    >
      <div className="dialog-stack">
        <p>{t('projects.import.remarksIntro')}</p>
        <ul className="faults">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
