/** The three onboarding steps, shown while there is no project. The first is done here, the others beside the open story. */

import { Feather } from 'lucide-react';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { useEngineSentence } from '../../state/exporters-store.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { importIcon } from '../../ui/icons.ts';
import { createSampleProject, finishOnboarding, startOnboarding } from './onboarding.ts';
import './onboarding.css';

export function OnboardingSteps() {
  const importStory = () => {
    startOnboarding();
    runAction('importProject');
  };
  return (
    <ol className="onboarding-steps" aria-label={t('firstStart.title')}>
      <li aria-current="step">
        <span className="step-number" aria-hidden>
          1
        </span>
        <h2>{t('firstStart.story.title')}</h2>
        <p>{t('firstStart.story.hint')}</p>
        <div className="onboarding-step-buttons">
          <Button icon={Feather} variant="primary" onPress={() => void withErrorToast(createSampleProject()).catch(() => undefined)}>
            {t('firstStart.story.sample')}
          </Button>
          <Button icon={importIcon} onPress={importStory}>
            {t('firstStart.story.import')}
          </Button>
        </div>
      </li>
      <li>
        <span className="step-number" aria-hidden>
          2
        </span>
        <h2>{t('firstStart.game.title')}</h2>
        <p>{useEngineSentence((engines) => t('firstStart.game.hint', { engines }))}</p>
      </li>
      <li>
        <span className="step-number" aria-hidden>
          3
        </span>
        <h2>{t('firstStart.edit.title')}</h2>
        <p>{t('firstStart.edit.hint')}</p>
        <div className="onboarding-step-buttons">
          <Button variant="quiet" onPress={finishOnboarding}>
            {t('firstStart.skip')}
          </Button>
        </div>
      </li>
    </ol>
  );
}
