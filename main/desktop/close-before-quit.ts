import { app } from 'electron';

/**
 * Runs the steps before the app quits: the backend closes its database, so that the next start finds it closed cleanly, and the last
 * changes of settings are saved. Then runs `last`, even if a step failed; it may quit the app itself.
 */
export function closeBeforeQuit(steps: readonly (() => Promise<void>)[], last: () => Promise<void>, log: (line: string) => void): void {
  let progress: 'running' | 'closing' | 'closed' = 'running';
  const close = async (): Promise<void> => {
    progress = 'closing';
    await Promise.all(steps.map((step) => step())).catch((error: unknown) => log(`The backend did not close: ${String(error)}`));
    progress = 'closed';
    await last().catch((error: unknown) => log(`The update was not installed: ${String(error)}`));
    app.quit();
  };
  app.on('will-quit', (event) => {
    if (progress === 'closed') return;
    event.preventDefault();
    if (progress === 'running') void close();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      endedBySignal = true;
      app.quit();
    });
}

let endedBySignal = false;
/** Whether the system or a terminal is ending the process. It kills a process that waits for an answer. */
export const isEndedBySignal = (): boolean => endedBySignal;
