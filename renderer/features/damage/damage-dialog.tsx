/** The damaged records of a project, what became of each, and the choice between a backup and their loss. */
import { useState } from 'react';
import type { DamagedRecord } from '../../../shared/contracts/damage.ts';
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import { Problem } from '../../../shared/problem.ts';
import { formatDateAndTime, t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

interface DamageDialogProps {
  readonly hash: string;
  readonly projectName: string;
  readonly records: readonly DamagedRecord[];
  readonly dependents: number;
  readonly close: () => void;
}

export function DamageDialog({ hash, projectName, records, dependents, close }: DamageDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const canRestore = records.some(({ outcome, backup }) => outcome === 'leftOut' && backup !== null);
  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await action();
      close();
    } catch (error) {
      setBusy(false);
      showProblem(Problem.from(error));
    }
  };
  const restore = () =>
    run(async () => {
      const { skipped } = await invoke('damage.restore', { hash });
      showToast({
        tone: skipped.length > 0 ? 'warning' : 'good',
        title: t(skipped.length > 0 ? 'damage.restoredInPart' : 'damage.restored', { name: projectName }),
        lines: skipped.map((each) => t(each)),
      });
    });
  const accept = () => run(async () => void (await invoke('damage.accept', { hash })));
  return (
    <Dialog
      title={t('damage.title', { name: projectName })}
      onClose={close}
      width={640}
      buttons={
        <>
          <Button isDisabled={isBusy} onPress={() => void accept()}>
            {t(canRestore ? 'damage.acceptButton' : 'damage.continueButton')}
          </Button>
          {canRestore && (
            <Button variant="primary" isDisabled={isBusy} onPress={() => void restore()}>
              {t('damage.restoreButton')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('damage.hint', { count: records.length })}</p>
      <DamagedRecords records={records} />
      {dependents > 0 && <p>{t('damage.dependents', { count: dependents })}</p>}
      <p>{t('damage.onHold')}</p>
    </Dialog>
  );
}

function DamagedRecords({ records }: { records: readonly DamagedRecord[] }) {
  return (
    <DataTable label={t('damage.records')} columns={[t('damage.record'), t('damage.board'), t('damage.result')]} hasActions={false}>
      {records.map((record) => (
        <tr key={record.id}>
          <th scope="row">{describeDamagedRecord(record)}</th>
          <td>{record.board}</td>
          <td>{describeOutcome(record)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function describeDamagedRecord({ kind, title }: DamagedRecord): string {
  const label = kind === null ? t('damage.unknownKind') : t(kindLabel(kind));
  return title === '' ? label : t('damage.named', { kind: label, title });
}

function describeOutcome({ outcome, backup }: DamagedRecord): string {
  if (outcome === 'leftOut' && backup === null) return t('damage.outcomes.lost');
  return t(`damage.outcomes.${outcome}`, { time: backup ? formatDateAndTime(backup.at) : '' });
}
