/** The errors of a failed import as sentences, with their paths in the file behind Details, and a button to skip the affected parts if that is possible. */

import type { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/problem-messages.ts';
import { mergeEqualTexts } from './merge-equal-texts.ts';

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
  const { faults } = problem;
  const sentences = mergeEqualTexts(faults.map(({ path, sentence, ...fault }) => (sentence ? t(sentence) : `${path}: ${t(fault)}`)));
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
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
            <ul className="faults" tabIndex={0} aria-label={t('projects.import.faultsLabel')}>
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <details className="fault-details">
              <summary>{t('projects.import.details')}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
              <ul className="faults" tabIndex={0} aria-label={t('projects.import.details')}>
                {faults.map(({ path, sentence: _, ...fault }) => (
                  <li key={path}>
                    <code>{path}</code>
                    {t(fault)}
                  </li>
                ))}
              </ul>
            </details>
          </>
        )}
      </div>
    </Dialog>
  );
}
