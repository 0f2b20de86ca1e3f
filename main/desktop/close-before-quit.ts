import { app } from 'electron';

/**
 * The backend closes its file before the process ends, so that the next start finds it closed cleanly; the last changes of settings are saved. Then
 * `last` runs, whether or not that succeeded; it may quit the app itself.
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
/** The system or a terminal ends the process: it kills one that waits for an answer. */
export const isEndedBySignal = (): boolean => endedBySignal;
