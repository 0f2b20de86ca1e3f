/** Checks the story now, without exporting it. */
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '../../shared/findings.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { openProject } from '../state/open-project.ts';
import { told } from '../state/send.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { targetsWords } from '../words/en/targets.ts';
import { FindingList } from './findings.tsx';

export function CheckButton() {
  return (
    <Button icon={ListChecks} look="quiet" onPress={() => void check()}>
      {targetsWords.checkTheStory}
    </Button>
  );
}

async function check(): Promise<void> {
  const findings = await found();
  if (findings.length === 0) return tellNothing();
  showDialog((close) => <Found first={findings} close={close} />);
}

/** What was found, and after each mending what is left of it. */
function Found({ first, close }: { first: readonly Finding[]; close: () => void }) {
  const [findings, setFindings] = useState(first);
  const again = async () => {
    const left = await found();
    setFindings(left);
    if (left.length > 0) return;
    close();
    tellNothing();
  };
  return (
    <Dialog title={targetsWords.whatWasFoundIn} onClose={close} width={600}>
      <FindingList findings={findings} onGo={close} onFixed={() => void again()} />
    </Dialog>
  );
}

async function found(): Promise<readonly Finding[]> {
  const { hash } = openProject.getState();
  return hash === null ? [] : told(during(targetsWords.checking, ask('project.check', { hash })));
}

const tellNothing = (): void => tell({ tone: 'good', title: targetsWords.nothingWasFoundThe });
