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
  return target ? <DeliveredFileCard target={target} /> : <ChooseGameFolderCard />;
}

function ChooseGameFolderCard() {
  return (
    <StepCard step={2} title={t('firstStart.game.title')}>
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
    </StepCard>
  );
}

function DeliveredFileCard({ target }: { target: Target }) {
  const { path, isUpdated } = useDeliveredFile(target);
  return (
    <StepCard step={3} title={t('firstStart.edit.title')}>
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
    </StepCard>
  );
}

/** Takes the focus when it appears, so that onboarding can be completed with the keyboard. */
function StepCard({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="onboarding-card" aria-label={t('firstStart.title')} data-pane="first-start">
      <div className="onboarding-card-inside">
        <p className="onboarding-card-step">{t('firstStart.step', { at: step })}</p>
        <h2 ref={heading} tabIndex={-1}>
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
