/** The toasts of a test. Files of one worker share the queue, so it is emptied before each test. */
import { beforeEach } from 'vitest';
import { type ToastMessage, toastQueue } from '../../renderer/ui/toast-queue.ts';

/** To be called once in a file: returns what lists the visible toasts. */
export function watchToasts(): () => ToastMessage[] {
  beforeEach(() => toastQueue.clear());
  return () => toastQueue.visibleToasts.map(({ content }) => content);
}
