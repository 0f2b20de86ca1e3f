/** Reports the language of the window to the desktop, which its menu, tray item, notifications and dialogs then use. */

import { languageStore } from '../messages/translate.ts';
import { invoke, shell } from '../platform/bridge.ts';

export function shareWindowLanguage(): void {
  if (shell !== 'desktop') return;
  const share = () => void invoke('window.language', { language: languageStore.getState().language }).catch(() => undefined);
  languageStore.subscribe(share);
  share();
}
