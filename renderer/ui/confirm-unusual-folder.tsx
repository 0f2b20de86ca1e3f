/**
 * Folders to which a story is only written if the user confirms it (one that is or contains the home folder, or contains the data folder), and a folder with
 * the backups of another data folder. Each `act` here
 * sends a folder to the backend, with the argument `force` once the user has confirmed it.
 */
import type { ReactNode } from 'react';
import { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';
import { Checkbox } from './checkbox.tsx';
import { showConfirmation } from './dialog.tsx';
import { useResettingState } from './use-resetting-state.ts';

interface FolderConfirmation {
  /** Whether the form can be submitted. */
  readonly isReady: boolean;
  /** Shown once `run` has failed because of the folder. */
  readonly checkbox: ReactNode;
  /** Rejects as `act` does: the form stays, shows why, and its next run sends the confirmation. */
  readonly run: <T>(act: (force: boolean) => Promise<T>) => Promise<T>;
}

/** For a form. `subject` is what is confirmed, such as the folder: another one is another question. */
export function useFolderConfirmation(subject: string): FolderConfirmation {
  /** Null unless it has to be confirmed. */
  const [isConfirmed, setConfirmed] = useResettingState<boolean | null>(null, subject);
  return {
    isReady: isConfirmed !== false,
    checkbox: isConfirmed !== null && (
      <Checkbox isSelected={isConfirmed} onChange={setConfirmed}>
        {t('targets.add.useAnyway')}
      </Checkbox>
    ),
    run: (act) =>
      act(isConfirmed === true).catch((error: unknown) => {
        if (mustBeConfirmed(error)) setConfirmed(false);
        throw error;
      }),
  };
}

/** For a folder that was chosen without a form: a dialog with this title asks, and `act` runs again after the confirmation. */
export async function confirmUnusualFolder(title: string, act: (force: boolean) => Promise<unknown>): Promise<void> {
  try {
    await act(false);
  } catch (error) {
    if (!mustBeConfirmed(error)) throw error;
    showConfirmation({ title, confirms: 'final', message: t(error.text), confirmLabel: t('targets.add.useAnyway'), run: () => act(true) });
  }
}

const mustBeConfirmed = (error: unknown): error is Problem => error instanceof Problem && error.json.context?.confirm !== undefined;
