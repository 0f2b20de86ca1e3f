/**
 * Before something leaves this computer (I28): the list of all that exists only here, a copy to export first, and the confirmation that it may be
 * lost. Renders nothing if nothing would be lost.
 */
import { TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { countedLocalOnlyChanges } from '../../../shared/contracts/local-only-changes.ts';
import { projectFileExtension } from '../../../shared/contracts/project-file-name.ts';
import type { LocalOnlyChange } from '../../../shared/contracts/sync.ts';
import { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { lazyComponent } from '../../platform/lazy-code.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { useSyncState } from '../../state/sync-store.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { exportIcon } from '../../ui/icons.ts';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useResettingState } from '../../ui/use-resetting-state.ts';
import { suggestedFileName } from '../choose-save-path.tsx';
import './local-only.css';

// The dialogs of the project list are loaded at the start; the list needs a package that is not.
const LocalOnlyList = lazyComponent(async () => (await import('./local-only-list.tsx')).LocalOnlyList);

export function LocalOnlySection({
  consent: { changes, problem, isAgreed, setAgreed },
  hint,
}: {
  consent: LocalOnlyConsent;
  /** What happens to the changes. */
  hint: string;
}) {
  if (problem) return <ProblemMessage problem={problem} />;
  if (changes.length === 0) return null;
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
      <Checkbox isSelected={isAgreed} onChange={setAgreed}>
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

interface LocalOnlyConsent {
  /** Empty until they are loaded. */
  readonly changes: readonly LocalOnlyChange[];
  readonly problem: Problem | null;
  /** Whether the user has agreed that these changes may be lost. */
  readonly isAgreed: boolean;
  readonly setAgreed: (isAgreed: boolean) => void;
  /** Whether nothing may be lost that the user has not agreed to. */
  readonly isReady: boolean;
}

/**
 * What exists only on this computer (I28), of a synced project or of all projects of a workspace, and the agreement that it may be lost. Loaded again when
 * their status changes. The agreement is to the listed changes: with others it has to be given again.
 */
export function useLocalOnlyConsent(scope: LocalOnlyScope): LocalOnlyConsent {
  const isOfProject = 'hash' in scope;
  const id = isOfProject ? scope.hash : scope.remote;
  const revision = useSyncState(({ list }) => {
    const concerned = list.filter(({ hash, remote }) => (isOfProject ? hash : remote) === id);
    return JSON.stringify(concerned.map(({ hash, pending, conflicts, rejected, state }) => [hash, pending, conflicts, rejected, state]));
  });
  const load = async () => {
    // Without a synced project there is nothing to ask for, and a call would be rejected.
    if (revision === '[]') return [];
    return invoke('sync.localOnly', isOfProject ? { hash: id } : { remote: id });
  };
  const { value, problem, isOutdated } = useLoaded<readonly LocalOnlyChange[]>(load, [isOfProject, id, revision]);
  const changes = value ?? [];
  const [isAgreed, setAgreed] = useResettingState(false, JSON.stringify(changes));
  const isKnown = value !== null && problem === null && !isOutdated;
  return { changes, problem, isAgreed, setAgreed, isReady: isKnown && (isAgreed || changes.length === 0) };
}
