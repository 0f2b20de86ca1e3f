/** Reports damaged records: a toast where a backup replaced them all, otherwise a dialog that lists them and offers to restore them. */

import { useEffect, useState } from 'react';
import type { Damage, DamagedRecord } from '../../../shared/contracts/damage.ts';
import { kindLabel } from '../../../shared/model/kind-messages.ts';
import { Problem } from '../../../shared/problem.ts';
import { formatDateAndTime, t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog, whenNoDialogIsOpen } from '../../ui/dialog-store.ts';
import { ProblemMessage } from '../../ui/problem-message.tsx';
import { showProblem, showToast } from '../../ui/toast-queue.ts';

/** The projects whose dialog is open, or waits until another dialog is closed. */
const shownProjects = new Set<string>();

/** Reports damage that was just found. */
export async function reportDamage(hash: string): Promise<void> {
  const found = await listDamage(hash);
  const newest = found.at(-1);
  if (found.some(isOpen)) showDamageDialog(hash, found);
  else if (newest?.records.every(({ outcome }) => outcome === 'repaired'))
    showToast({ tone: 'plain', title: t('damage.repaired', { name: newest.projectName, count: newest.records.length }) });
}

/** Reports unresolved damage that was found earlier: of a project that is being opened or, at the start of the window, of the first project with any. */
export async function reportOpenDamage(hash?: string): Promise<void> {
  const found = await listDamage(hash);
  const first = found.find(isOpen);
  if (first)
    showDamageDialog(
      first.hash,
      found.filter((damage) => damage.hash === first.hash),
    );
}

const isOpen = (damage: Damage): boolean => damage.isOpen;

/** A failure is shown for a project, whose sync and exports may be paused. At the start, the list of projects shows it. */
const listDamage = (hash?: string): Promise<Damage[]> =>
  (hash === undefined ? invoke('damage.list', {}) : withErrorToast(invoke('damage.list', { hash }))).catch(() => []);

/** `found`: the damage of the project. */
function showDamageDialog(hash: string, found: readonly Damage[]): void {
  if (shownProjects.has(hash)) return;
  shownProjects.add(hash);
  whenNoDialogIsOpen(() =>
    showDialog((close) => <DamageDialog hash={hash} found={found} close={close} />, { onClosed: () => shownProjects.delete(hash) }),
  );
}

interface DamageDialogProps {
  readonly hash: string;
  readonly found: readonly Damage[];
  readonly close: () => void;
}

/**
 * The damaged records of a project, what became of each, and the choice between a backup and their loss. It follows what is found and decided elsewhere, and
 * closes once nothing is open any more.
 */
function DamageDialog({ hash, found, close }: DamageDialogProps) {
  const { value, problem, isOutdated, reload } = useLoaded(() => invoke('damage.list', { hash }), [hash], {
    isChangedBy: (event) => event.event === 'damage.changed' && event.hash === hash,
  });
  const open = (value ?? found).filter(isOpen);
  const isSettled = open.length === 0;
  useEffect(() => {
    if (isSettled) close();
  }, [isSettled, close]);
  const [isBusy, setBusy] = useState(false);
  const projectName = found[0]?.projectName ?? '';
  const records = open.flatMap((damage) => damage.records);
  const dependents = open.reduce((sum, damage) => sum + damage.dependents, 0);
  const canRestore = records.some(({ outcome, backup }) => outcome === 'leftOut' && backup !== null);
  /** What is found since stays open: the user has not seen it. */
  const shown = { hash, ids: open.map(({ id }) => id) };
  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      showProblem(Problem.from(error));
    } finally {
      setBusy(false);
    }
  };
  const restore = () =>
    run(async () => {
      // All projects are backed up before.
      const { skipped } = await withBusyIndicator(t('damage.progress'), invoke('damage.restore', shown));
      showToast({
        tone: skipped.length > 0 ? 'warning' : 'good',
        title: t(skipped.length > 0 ? 'damage.restoredInPart' : 'damage.restored', { name: projectName }),
        lines: skipped.map((each) => t(each)),
      });
    });
  const accept = () => run(async () => void (await invoke('damage.accept', shown)));
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
            <Button variant="primary" isPending={isBusy} onPress={() => void restore()}>
              {t('damage.restoreButton')}
            </Button>
          )}
        </>
      }
    >
      {problem && <ProblemMessage problem={problem} retry={reload} isRetrying={isOutdated} />}
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
