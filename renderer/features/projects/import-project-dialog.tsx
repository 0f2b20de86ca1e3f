/** Importing a project: choosing the file, progress, errors, and notes about what was changed. */
import { FileText, FolderOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { CallInput } from '../../../shared/contracts/ipc/call-types.ts';
import type { ImportedProject, ImportNote } from '../../../shared/contracts/ipc/results.ts';
import { projectFileExtension } from '../../../shared/contracts/project-file-name.ts';
import { type Fault, Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { prepareGoToProject } from '../../navigation/router.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { uploadFile } from '../../platform/upload-file.ts';
import { type JobControls, JobDialog } from '../../records/job-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { problemText } from '../../ui/problem-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';

export const showImportProjectDialog = (): void =>
  showDialog((close) => (shell === 'desktop' ? <ImportByDialog close={close} /> : <ImportByPath close={close} />), {
    outlivesProject: true,
  });

interface ImportRequest {
  /** The name or path to show. */
  readonly label: string;
  /** `repair`: leaves out broken references. */
  run(options: { readonly repair: boolean }, controls: JobControls): Promise<ImportedProject>;
}

const importByCall = (label: string, source: CallInput<'project.import'>['source']): ImportRequest => ({
  label,
  run: ({ repair }, { job }) => invoke('project.import', { source, job, ...(repair && { repair }) }),
});

const importByUpload = (file: File): ImportRequest => ({
  label: file.name,
  run({ repair }, { job, signal, onUpload }) {
    const query = new URLSearchParams({ fileName: file.name, job, ...(repair && { repair: 'true' }) });
    return uploadFile(`/import?${query}`, file, { signal, progress: onUpload });
  },
});

/** Imports with a progress dialog, then opens the project, its import notes, or the errors. */
function importProject(request: ImportRequest, { repair = false }: { readonly repair?: boolean } = {}): void {
  const goToProject = prepareGoToProject();
  const showErrors = (problem: Problem) =>
    showDialog(
      (close) => {
        const retry = () => {
          close();
          importProject(request, { repair: true });
        };
        const canRepair = problem.text.params?.isRepairable === true && !repair;
        return <ImportErrorsDialog problem={problem} canRepair={canRepair} repair={retry} close={close} />;
      },
      { outlivesProject: true },
    );
  showDialog(
    (close) => (
      <JobDialog
        title={t('projects.import.progress')}
        label={request.label}
        run={(controls) => request.run({ repair }, controls)}
        onDone={(imported) => handleImported(imported, goToProject)}
        onFailed={showErrors}
        close={close}
      />
    ),
    { outlivesProject: true },
  );
}

/** Imports the file or folder of this path with a progress dialog, then opens the project, its import notes, or the errors. */
export const importPath = (path: string): void => importProject(importByCall(path, { path }));

/** Imports a file that was dropped or chosen: by its path where the window has it, otherwise by its bytes. */
export async function importProjectFile(file: File, path: string | undefined): Promise<void> {
  if (path !== undefined) importPath(path);
  else if (shell === 'browser') importProject(importByUpload(file));
  else importProject(importByCall(file.name, { text: await file.text(), fileName: file.name }));
}

function ImportByDialog({ close }: { close: () => void }) {
  const choose = async (dialog: 'dialog.openFile' | 'dialog.openFolder') => {
    try {
      const path = await invoke(dialog, { title: t('projects.import.title') });
      if (path === null) return;
      close();
      importPath(path);
    } catch (error) {
      showProblem(Problem.from(error));
    }
  };
  return (
    <Dialog title={t('projects.import.title')} onClose={close}>
      <div className="dialog-stack">
        <p>{t('projects.import.hint')}</p>
        <Button icon={FileText} variant="primary" onPress={() => void choose('dialog.openFile')} autoFocus>
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
  const importByPath = async () => importPath(path.trim());
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
        placeholder="/home/name/story.json"
        isCode
        autoFocus
      />
      <div className="or-line">{t('projects.import.or')}</div>
      <FileTrigger acceptedFileTypes={[projectFileExtension, '.json', '.zip']} onSelect={importChosen}>
        <Button icon={FileText}>{t('projects.import.chooseFile')}</Button>
      </FileTrigger>
    </FormDialog>
  );
}

function handleImported({ hash, name, notes }: ImportedProject, goToProject: (hash: string) => void): void {
  goToProject(hash);
  if (notes.length === 0) showToast({ tone: 'good', title: t('projects.import.done', { name }) });
  else showDialog((close) => <ImportNotesDialog name={name} notes={notes} close={close} />);
}

function ImportNotesDialog({ name, notes, close }: { name: string; notes: readonly ImportNote[]; close: () => void }) {
  const rows = useMemo(
    () => mergeEqualTexts(notes.map((note) => (note.sentence ? t('import.skipped', { sentence: note.sentence }) : t(note)))),
    [notes],
  );
  return (
    <Dialog
      title={t('projects.import.doneTitle', { name })}
      onClose={close}
      width={560}
      buttons={
        <Button variant="primary" onPress={close} autoFocus>
          {t('projects.import.goToProject')}
        </Button>
      }
    >
      <div className="dialog-stack">
        <p>{t('projects.import.remarksIntro')}</p>
        <FaultList rows={rows} label={t('projects.import.remarksIntro')} />
      </div>
    </Dialog>
  );
}

/** The errors of a failed import as sentences, with their paths in the file behind Details, and a button to skip the affected parts if that is possible. */
function ImportErrorsDialog({
  problem,
  canRepair,
  repair,
  close,
}: {
  problem: Problem;
  canRepair: boolean;
  repair: () => void;
  close: () => void;
}) {
  const { faults } = problem;
  const sentences = useMemo(
    () => mergeEqualTexts(faults.map(({ path, sentence, ...fault }) => (sentence ? t(sentence) : `${path}: ${t(fault)}`))),
    [faults],
  );
  return (
    <Dialog
      title={t('projects.import.rejectedTitle')}
      onClose={close}
      width={600}
      buttons={
        <>
          <Button onPress={close}>{t('common.close')}</Button>
          {canRepair && (
            <Button variant="primary" onPress={repair}>
              {t('projects.import.skip', { count: faults.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="dialog-stack">
        <p>{faults.length === 0 ? problemText(problem) : t('projects.import.faultsIntro')}</p>
        {faults.length > 0 && (
          <>
            <FaultList rows={sentences} label={t('projects.import.faultsLabel')} />
            <details className="fault-details">
              <summary>{t('projects.import.details')}</summary>
              <FaultList rows={faults} label={t('projects.import.details')} />
            </details>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** In pixels: one line, and that of the path above it. */
const sentenceHeight = 37;
const pathHeight = 16;

/** A damaged file may have a fault for each of its records. A fault is a sentence, or a message at its path in the file. */
function FaultList({ rows, label }: { rows: readonly (string | Fault)[]; label: string }) {
  const { scrollerRef, totalHeight, visible, measure } = useVirtualRows({
    count: rows.length,
    rowHeight: sentenceHeight + (typeof rows[0] === 'string' ? 0 : pathHeight),
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <section className="faults" ref={scrollerRef} tabIndex={0} aria-label={label}>
      <ul style={{ height: totalHeight }}>
        {visible.map(({ key, index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <li
                key={key}
                ref={measure}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                {typeof row === 'string' ? row : <FaultAtPath fault={row} />}
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

const FaultAtPath = ({ fault: { path, sentence: _, ...fault } }: { fault: Fault }) => (
  <>
    <code>{path}</code>
    {t(fault)}
  </>
);

/** Sentences about a file, each once: several records may have the same name, and one list several broken entries. */
function mergeEqualTexts(sentences: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, count]) => (count === 1 ? sentence : t('projects.import.repeated', { sentence, count })));
}
