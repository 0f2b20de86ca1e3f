/** The three steps of the first start where there is no project yet; the first is done here, the others beside the open story. */
import { Download, Feather } from 'lucide-react';
import { firstStartMessages as words } from '../../messages/en/first-start.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { showImportProject } from '../projects/import-project-dialog.tsx';
import { createSampleProject, finishOnboarding, startOnboarding } from './onboarding.ts';
import './onboarding.css';

export function OnboardingSteps() {
  const bring = () => {
    startOnboarding();
    showImportProject();
  };
  return (
    <ol className="first-steps" aria-label={words.title}>
      <li aria-current="step">
        <span className="step-number" aria-hidden>
          1
        </span>
        <h2>{words.story.title}</h2>
        <p>{words.story.says}</p>
        <div className="first-step-buttons">
          <Button icon={Feather} look="primary" onPress={() => void withErrorToast(createSampleProject()).catch(() => undefined)}>
            {words.story.sample}
          </Button>
          <Button icon={Download} onPress={bring}>
            {words.story.bring}
          </Button>
        </div>
      </li>
      <li>
        <span className="step-number" aria-hidden>
          2
        </span>
        <h2>{words.game.title}</h2>
        <p>{words.game.says}</p>
      </li>
      <li>
        <span className="step-number" aria-hidden>
          3
        </span>
        <h2>{words.word.title}</h2>
        <p>{words.word.says}</p>
        <div className="first-step-buttons">
          <Button look="quiet" onPress={finishOnboarding}>
            {words.skip}
          </Button>
        </div>
      </li>
    </ol>
  );
}
