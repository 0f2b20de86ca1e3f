/** Shows the notices of the backend: what happened without a request of the user. */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';
import { openSettings } from '../features/settings/settings-actions.ts';
import { t } from '../messages/translate.ts';
import { showToast } from '../ui/toast-queue.ts';

export function showNotice({ message, section }: Extract<BackendEvent, { event: 'notice' }>): void {
  const action = section && { label: t('settings.showSection'), run: () => void openSettings(section)() };
  showToast({ tone: 'plain', title: t(message), ...(action && { action }) });
}
