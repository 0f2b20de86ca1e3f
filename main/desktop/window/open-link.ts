/** Opens a link of a story in the browser, after the user has seen its address and confirmed it. */
import { type BrowserWindow, dialog, shell } from 'electron';
import type { Translate } from '../../../shared/messages/translator.ts';
import { readLink } from './link-address.ts';

/** Asks one question at a time: further links are ignored until it is answered. */
export function createLinkOpener(t: Translate, window: () => BrowserWindow | undefined): (address: string) => Promise<void> {
  let isAsking = false;
  return async (address) => {
    const link = readLink(address);
    const asking = window();
    if (!link || !asking || isAsking) return;
    isAsking = true;
    try {
      const { response } = await dialog.showMessageBox(asking, {
        type: 'question',
        message: t('desktop.openLink.question'),
        detail: link.shown,
        buttons: [t('desktop.openLink.open'), t('common.cancel')],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      });
      if (response === 0) await shell.openExternal(link.address);
    } finally {
      isAsking = false;
    }
  };
}
