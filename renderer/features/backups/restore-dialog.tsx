/** The projects of a backup and how they differ from those of now; each can be restored as a new project. */
import { useEffect, useState } from 'react';
import type { Backup, ProjectComparison } from '../../../shared/contracts/backups.ts';
import { Problem } from '../../../shared/problem.ts';
import { formatDateAndTime, t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { restoreProject } from './backup-jobs.tsx';
import '../../ui/section.css';

export const showRestoreDialog = (backup: Backup, onRestored: () => void): void =>
  showDialog(
    (close) => (
      <RestoreDialog
        backup={backup}
        onRestored={() => {
          close();
          onRestored();
        }}
        close={close}
      />
    ),
    { outlivesProject: true },
  );

function RestoreDialog({ backup, onRestored, close }: { backup: Backup; onRestored: () => void; close: () => void }) {
  const [compared, setCompared] = useState<readonly ProjectComparison[] | Problem | null>(null);
  useEffect(() => {
    let isShown = true;
    invoke('backup.compare', { source: { id: backup.id } }).then(
      (projects) => isShown && setCompared(projects),
      (error: unknown) => isShown && setCompared(Problem.from(error)),
    );
    return () => {
      isShown = false;
    };
  }, [backup.id]);
  return (
    <Dialog
      title={t('backup.restore.title', { time: formatBackupTime(backup) })}
      onClose={close}
      width={640}
      buttons={<Button onPress={close}>{t('common.close')}</Button>}
    >
      <p>{t('backup.restore.hint')}</p>
      <Comparison backup={backup} compared={compared} onRestored={onRestored} />
    </Dialog>
  );
}

function Comparison({
  backup,
  compared,
  onRestored,
}: {
  backup: Backup;
  compared: readonly ProjectComparison[] | Problem | null;
  onRestored: () => void;
}) {
  if (compared === null) return <p role="status">{t('backup.restore.comparing')}</p>;
  if (compared instanceof Problem) return <ProblemMessage problem={compared} />;
  return (
    <DataTable label={t('backup.restore.projects')} columns={[t('backup.restore.project'), t('backup.restore.sinceThen')]}>
      {compared.map((project) => (
        <tr key={project.hash}>
          <th scope="row">{project.name}</th>
          <td>{describeDifference(project)}</td>
          <td>
            {project.state !== 'onlyNow' && (
              <Button
                aria-label={t('backup.restore.restoreNamed', { name: project.name })}
                onPress={() =>
                  restoreProject(
                    backup,
                    project,
                    t('backup.restore.newName', { name: project.name, time: formatBackupMinute(backup) }),
                    onRestored,
                  )
                }
              >
                {t('backup.restore.restore')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function describeDifference({ state, added, changed, removed }: ProjectComparison): string {
  if (state !== 'changed') return t(`backup.restore.states.${state}`);
  return t('backup.restore.states.changed', { added, changed, removed });
}

/** The date and time of a backup, to the second: a restore makes one right before another step. */
export const formatBackupTime = ({ at }: Pick<Backup, 'at'>): string => formatDateAndTime(at, 'medium');

/** For the name of a restored project. */
const formatBackupMinute = ({ at }: Pick<Backup, 'at'>): string => formatDateAndTime(at);
