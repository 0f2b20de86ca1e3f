/** Reports damaged records: a toast where a backup replaced them all, otherwise a dialog that lists them and offers to restore them. */

import { useState } from 'react';
import type { Damage, DamagedRecord } from '../../../shared/contracts/damage.ts';
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import { Problem } from '../../../shared/problem.ts';
import { formatDateAndTime, t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog, whenNoDialogIsOpen } from '../../ui/dialog-store.ts';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

/** The projects whose dialog is open, or waits until another dialog is closed. */
const shownProjects = new Set<string>();

/** Reports damage that was just found. */
export async function reportDamage(hash: string): Promise<void> {
  const found = await readDamage(hash);
  const open = found.filter(({ isOpen }) => isOpen);
  const newest = found.at(-1);
  if (open.length > 0) showDamageDialog(open);
  else if (newest?.records.every(({ outcome }) => outcome === 'repaired'))
    showToast({ tone: 'plain', title: t('damage.repaired', { name: newest.projectName, count: newest.records.length }) });
}

/** Reports unresolved damage that was found earlier: of a project that is being opened or, at the start of the window, of the first project with any. */
export async function reportOpenDamage(hash?: string): Promise<void> {
  const open = (await readDamage(hash)).filter(({ isOpen }) => isOpen);
  const first = open[0]?.hash;
  if (first !== undefined) showDamageDialog(open.filter((damage) => damage.hash === first));
}

const readDamage = (hash?: string): Promise<Damage[]> => invoke('damage.list', hash === undefined ? {} : { hash }).catch(() => []);

function showDamageDialog(damages: readonly Damage[]): void {
  const [{ hash, projectName } = { hash: '', projectName: '' }] = damages;
  if (shownProjects.has(hash)) return;
  shownProjects.add(hash);
  const show = () =>
    showDialog(
      (close) => (
        <DamageDialog
          hash={hash}
          projectName={projectName}
          records={damages.flatMap(({ records }) => records)}
          dependents={damages.reduce((sum, each) => sum + each.dependents, 0)}
          close={close}
        />
      ),
      { onClosed: () => shownProjects.delete(hash) },
    );
  whenNoDialogIsOpen(show);
}

interface DamageDialogProps {
  readonly hash: string;
  readonly projectName: string;
  readonly records: readonly DamagedRecord[];
  readonly dependents: number;
  readonly close: () => void;
}

/** The damaged records of a project, what became of each, and the choice between a backup and their loss. */
function DamageDialog({ hash, projectName, records, dependents, close }: DamageDialogProps) {
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
