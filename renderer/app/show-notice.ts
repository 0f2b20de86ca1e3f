/** Shows the notices of the backend: what happened without a request of the user. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { openDialog } from '../commands/feature.ts';
import { waitForLanguage } from '../messages/language.ts';
import { t } from '../messages/translate.ts';
import { invoke } from '../platform/bridge.ts';
import { showToast } from '../ui/toast-queue.ts';

export function showNotice({ message, section }: Extract<BackendEvent, { event: 'notice' }>): void {
  const action = section && { label: t('settings.showSection'), run: () => openDialog('settings', section) };
  showToast({ tone: 'plain', title: t(message), ...(action && { action }) });
}

/** What the opening of the data folder has to report, at the start of the window and when another process has opened it. Each message stays until it is closed. */
export async function showOpeningNotices(): Promise<void> {
  const notices = await invoke('app.notices', {}).catch(() => []);
  if (notices.length === 0) return;
  await waitForLanguage();
  for (const notice of notices) showToast({ tone: 'warning', title: t(notice) });
  await invoke('app.acknowledgeNotices', {}).catch(() => undefined);
}
