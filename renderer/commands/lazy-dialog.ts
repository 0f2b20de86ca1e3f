/** Dialogs and views whose code is loaded when they are opened: the project list, which is drawn first, does not need them. */

import type { Message } from '../../shared/messages/message.ts';
import { t } from '../messages/translate.ts';
import { withBusyIndicator } from '../state/busy-indicator.ts';
import { showToast } from '../ui/toast-queue.ts';

interface LazyDialog {
  /** Loads the code and returns the function that opens the dialog. */
  readonly load: () => Promise<() => unknown>;
  /** Shown while loading takes noticeably long. */
  readonly loadingText: Message;
  /** Shown if loading fails, as it does if the app was updated while the window was open. */
  readonly failureText: Message;
}

/** Returns the function that opens the dialog. Calls while it is loading are ignored. */
export function lazyDialog({ load, loadingText, failureText }: LazyDialog): () => Promise<void> {
  let isLoading = false;
  return async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      const open = await withBusyIndicator(t(loadingText), load());
      open();
    } catch {
      showToast({ tone: 'bad', title: t(failureText) });
    } finally {
      isLoading = false;
    }
  };
}
