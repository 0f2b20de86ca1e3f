/** The errors of a failed import, each with its path in the file, and a button to import without the affected parts if that is possible. */

import type { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/problem-messages.ts';

export function ImportErrorsDialog({
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
  const { errors } = problem.json;
  const entries = Array.isArray(errors) ? [] : Object.entries(errors);
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
              {t('projects.import.withoutThese')}
            </Button>
          )}
        </>
      }
    >
      <div className="dialog-stack">
        <p>{entries.length === 0 ? problemText(problem) : t('projects.import.faultsIntro')}</p>
        {entries.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
          <ul className="faults" tabIndex={0} aria-label={t('projects.import.faultsLabel')}>
            {entries.map(([path, message]) => (
              <li key={path}>
                <code>{path}</code>
                {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
