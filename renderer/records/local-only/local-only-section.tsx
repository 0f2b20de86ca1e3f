/**
 * Before something leaves this computer (I28): the list of all that exists only here, a copy to export first, and the confirmation that it may be
 * lost. Renders nothing if nothing would be lost.
 */
import { TriangleAlert } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { countedLocalOnlyChanges } from '../../../shared/contracts/local-only-changes.ts';
import { projectFileExtension } from '../../../shared/contracts/project-file-name.ts';
import type { LocalOnlyChange } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { exportIcon } from '../../ui/icons.ts';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { suggestedFileName } from '../choose-save-path.tsx';
import './local-only.css';

// The dialogs of the project list are loaded at the start; the list needs a package that is not.
const LocalOnlyList = lazyComponent(async () => (await import('./local-only-list.tsx')).LocalOnlyList);

export function LocalOnlySection({
  state: { changes, problem },
  hint,
  isAgreed,
  onAgree,
}: {
  state: LocalOnlyState;
  /** What happens to the changes. */
  hint: string;
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
}) {
  if (problem) return <ProblemMessage problem={problem} />;
  if (!changes || changes.length === 0) return null;
  return (
    <div className="local-only">
      <p className="local-only-head">
        <TriangleAlert size={15} aria-hidden />
        <strong>{t('sync.localOnly.title', { list: countedLocalOnlyChanges(changes) })}</strong>
      </p>
      <p>{hint}</p>
      <Suspense>
        <LocalOnlyList changes={changes} />
      </Suspense>
      {[...new Set(changes.map(({ hash }) => hash))].map((hash) => (
        <ExportCopy key={hash} hash={hash} />
      ))}
      <Checkbox isSelected={isAgreed} onChange={onAgree}>
        {t('sync.localOnly.acknowledge')}
      </Checkbox>
    </div>
  );
}

/** Exports the project with everything in it, its files included, to a project file that the user selects. */
function ExportCopy({ hash }: { hash: string }) {
  const name = useSyncState(({ list }) => list.find((each) => each.hash === hash)?.name ?? '');
  const [file, setFile] = useState('');
  const [written, setWritten] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    setProblem(null);
    try {
      const path =
        shell === 'desktop'
          ? await invoke('dialog.saveFile', {
              suggested: suggestedFileName(name, projectFileExtension),
              title: t('projects.exportFile.title', { name }),
            })
          : file.trim();
      if (path === null || path === '') return;
      const exporting = invoke('project.writeProjectFile', { hash, file: path });
      setWritten((await withBusyIndicator(t('projects.exportFile.progress'), exporting)).file);
    } catch (error) {
      setProblem(Problem.from(error));
    }
  };
  return (
    <div className="local-only-export">
      {shell !== 'desktop' && (
        <TextField
          label={t('sync.localOnly.exportFile', { name })}
          value={file}
          onChange={setFile}
          placeholder={`/home/name/${suggestedFileName(name, projectFileExtension)}`}
          isCode
        />
      )}
      <Button icon={exportIcon} isDisabled={shell !== 'desktop' && file.trim() === ''} onPress={() => void save()}>
        {t('sync.localOnly.export', { name })}
      </Button>
      <p role="status">{written !== null && t('projects.exportFile.done', { file: written })}</p>
      {problem && <ProblemMessage problem={problem} />}
    </div>
  );
}

type LocalOnlyScope = { readonly hash: string } | { readonly remote: string };

interface LocalOnlyState {
  /** null: not loaded yet. */
  readonly changes: readonly LocalOnlyChange[] | null;
  readonly problem: Problem | null;
}

/** What exists only on this computer (I28), of a synced project or of all projects of a workspace. Loaded again when their status changes. */
export function useLocalOnlyChanges(scope: LocalOnlyScope): LocalOnlyState {
  const isOfProject = 'hash' in scope;
  const id = isOfProject ? scope.hash : scope.remote;
  const revision = useSyncState(({ list }) => {
    const concerned = list.filter(({ hash, remote }) => (isOfProject ? hash : remote) === id);
    return JSON.stringify(concerned.map(({ hash, pending, conflicts, rejected, state }) => [hash, pending, conflicts, rejected, state]));
  });
  const [state, setState] = useState<LocalOnlyState>({ changes: null, problem: null });
  useEffect(() => {
    // Without a synced project there is nothing to ask for, and a call would be rejected.
    if (revision === '[]') return setState({ changes: [], problem: null });
    let isCurrent = true;
    void invoke('sync.localOnly', isOfProject ? { hash: id } : { remote: id }).then(
      (changes) => isCurrent && setState({ changes, problem: null }),
      (error: unknown) => isCurrent && setState({ changes: null, problem: Problem.from(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOfProject, id, revision]);
  return state;
}
