/** Calls the bridge of the page directly, for setup that is not what a test is about. */
import type { CallInput, CallName, CallOutput } from '../../shared/contracts/ipc/call-types.ts';
import { shell, type TestApp } from './app.ts';

export const createBackendCall =
  ({ page }: Pick<TestApp, 'page'>) =>
  async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const answer = await page.evaluate(
      async ([how, called, given]) => {
        if (how === 'desktop') {
          // main/preload.ts exposes it in the window of the desktop.
          const { taleport } = window as unknown as { taleport: { ask(name: string, input: unknown): Promise<unknown> } };
          return taleport.ask(called, given);
        }
        const response = await fetch(`/call/${called}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-taleport-page': sessionStorage.getItem('taleport.pageSecret') ?? '' },
          body: JSON.stringify(given),
        });
        return response.json();
      },
      [shell, name, input] as const,
    );
    const { ok, value, problem } = answer as { ok: boolean; value: CallOutput<N>; problem?: unknown };
    if (!ok) throw new Error(`${name} was refused: ${JSON.stringify(problem)}`);
    return value;
  };
