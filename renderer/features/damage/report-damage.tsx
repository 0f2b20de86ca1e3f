/** Reports damaged records: a toast where a backup replaced them all, otherwise a dialog that lists them and offers to restore them. */
import type { Damage } from '../../../shared/contracts/damage.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { showDialog, whenNoDialogIsOpen } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { DamageDialog } from './damage-dialog.tsx';

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
