/** Checks the story now, without exporting it. */
import { ListChecks } from 'lucide-react';
import { told } from '../actions/send.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { openProject } from '../state/open-project.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { tell } from '../ui/toasts.ts';
import { FindingList } from './findings.tsx';

export function CheckButton() {
  return (
    <Button icon={ListChecks} look="quiet" onPress={() => void check()}>
      Check the story
    </Button>
  );
}

async function check(): Promise<void> {
  const { hash } = openProject.getState();
  if (hash === null) return;
  const findings = await told(during('Checking', ask('project.check', { hash })));
  if (findings.length === 0) return tell({ tone: 'good', title: 'Nothing was found: the story is ready for any engine.' });
  showDialog((close) => (
    <Dialog title="What was found in the story" onClose={close} width={600}>
      <FindingList findings={findings} onGo={close} />
    </Dialog>
  ));
}
