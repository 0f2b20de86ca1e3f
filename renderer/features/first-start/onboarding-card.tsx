/** The second and third onboarding step, below the open board: the user can continue writing. */

import { Check, FileDiff, FolderOpen, FolderPlus, FolderSearch } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Target } from '../../../shared/contracts/targets.ts';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { invoke, shell } from '../../platform/bridge.ts';
import { useEditingPreferences } from '../../state/editing-preferences.ts';
import { useEngineSentence, useStoryFile } from '../../state/exporters-store.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { targetsStore, useTargets } from '../../state/targets-store.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { isFocusLost, isTextField } from '../../ui/focus.ts';
import { addExampleTarget, finishOnboarding, onboardingState, useOnboarding } from './onboarding.ts';
import './onboarding.css';

export function OnboardingCard() {
  const open = useStore(openProjectStore, ({ hash, project }) => (project.size > 0 ? hash : null));
  const isNew = useEditingPreferences(({ onboarding }) => onboarding === 'new');
  const { isStarted, hash } = useOnboarding((state) => state);
  const [target] = useTargets();
  useEffect(() => {
    if (isStarted && open !== null && hash === null) onboardingState.setState({ hash: open });
  }, [isStarted, open, hash]);
  if (!isNew || hash === null || open !== hash) return null;
  return (
    <StepCard step={target ? 3 : 2} title={target ? t('firstStart.edit.title') : t('firstStart.game.title')}>
      {target ? <DeliveredFile target={target} /> : <ChooseGameFolder />}
    </StepCard>
  );
}

function ChooseGameFolder() {
  return (
    <>
      <p>{useEngineSentence((engines) => t('firstStart.game.hint', { engines }))}</p>
      <div className="onboarding-card-buttons">
        <Button icon={FolderSearch} variant="primary" onPress={() => runAction('addTarget')}>
          {t('firstStart.game.choose')}
        </Button>
        <Button icon={FolderPlus} onPress={() => void withErrorToast(addExampleTarget()).catch(() => undefined)}>
          {t('firstStart.game.example')}
        </Button>
        <Button variant="quiet" onPress={finishOnboarding}>
          {t('firstStart.skip')}
        </Button>
      </div>
    </>
  );
}

function DeliveredFile({ target }: { target: Target }) {
  const { path, isUpdated } = useDeliveredFile(target);
  return (
    <>
      <p>{t('firstStart.edit.instruction')}</p>
      {path && <CopyField label={t('firstStart.edit.file')} value={path} />}
      <p role="status" className={isUpdated ? 'onboarding-card-followed' : ''}>
        {isUpdated && <Check size={16} aria-hidden />}
        {isUpdated ? t('firstStart.edit.done') : t('firstStart.edit.waiting')}
      </p>
      <div className="onboarding-card-buttons">
        {shell === 'desktop' && path && (
          <Button icon={FolderOpen} onPress={() => void withErrorToast(invoke('dialog.showInFolder', { path })).catch(() => undefined)}>
            {t('firstStart.edit.show')}
          </Button>
        )}
        {isUpdated && (
          <Button icon={FileDiff} onPress={() => runAction('showLastExportedChange')}>
            {t('firstStart.edit.showChange')}
          </Button>
        )}
        <Button variant={isUpdated ? 'primary' : 'plain'} onPress={finishOnboarding}>
          {t('firstStart.done')}
        </Button>
      </div>
    </>
  );
}

/**
 * Takes the focus when it appears, so that onboarding can be completed with the keyboard, but never from a text. The next step only takes it from a control of
 * the step before: a target is added late, or in another window, while the user writes.
 */
function StepCard({ step, title, children }: { step: 2 | 3; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const firstStep = useRef<typeof step | null>(step);
  useEffect(() => {
    const { activeElement } = document;
    const isWriting = activeElement !== null && isTextField(activeElement);
    // The card has the focus of a button of the step before.
    const isLost = isFocusLost() || activeElement?.matches('.onboarding-card');
    if (isLost || (step === firstStep.current && !isWriting)) heading.current?.focus({ preventScroll: true });
    firstStep.current = null;
  }, [step]);
  return (
    <section className="onboarding-card" aria-label={t('firstStart.title')} data-pane="first-start">
      <div className="onboarding-card-inside">
        <p className="onboarding-card-step">{t('firstStart.step', { at: step })}</p>
        <h2 key={step} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

/** The story file that a target has written, and whether it has been updated since. */
function useDeliveredFile(target: Target): { path: string | undefined; isUpdated: boolean } {
  const path = useStoryFile(target);
  const exports = useStore(targetsStore, ({ exportCounts }) => exportCounts.get(target.id) ?? 0);
  return { path: exports > 0 ? path : undefined, isUpdated: exports > 1 };
}
