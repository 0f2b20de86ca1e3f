/** The button that checks the story without exporting it. */

import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { FindingList } from './findings.tsx';

export function CheckStoryButton() {
  return (
    <Button icon={ListChecks} look="quiet" onPress={() => void checkStory()}>
      {t('targets.check.title')}
    </Button>
  );
}

async function checkStory(): Promise<void> {
  const findings = await loadFindings();
  if (findings.length === 0) return reportNoFindings();
  showDialog((close) => <FindingsDialog first={findings} close={close} />);
}

/** The findings, checked again after each fix. */
function FindingsDialog({ first, close }: { first: readonly Finding[]; close: () => void }) {
  const [findings, setFindings] = useState(first);
  const recheck = async () => {
    const remaining = await loadFindings();
    setFindings(remaining);
    if (remaining.length > 0) return;
    close();
    reportNoFindings();
  };
  return (
    <Dialog title={t('targets.check.listLabel')} onClose={close} width={600}>
      <FindingList findings={findings} onGo={close} onFixed={() => void recheck()} />
    </Dialog>
  );
}

async function loadFindings(): Promise<readonly Finding[]> {
  const { hash } = openProjectStore.getState();
  return hash === null ? [] : withErrorToast(withBusyIndicator(t('targets.check.progress'), invoke('project.check', { hash })));
}

const reportNoFindings = (): void => showToast({ tone: 'good', title: t('targets.check.none') });
