/** A call of the page's own bridge, for what a test needs to be there and is not about. */
import type { CallName, Input, Output } from '../../shared/ipc/ask.ts';
import { type App, shell } from './app.ts';

export const callOf =
  ({ page }: Pick<App, 'page'>) =>
  async <N extends CallName>(name: N, input: Input<N>): Promise<Output<N>> => {
    const answer = await page.evaluate(
      async ([how, called, given]) => {
        if (how === 'desktop') {
          const { taleport } = window as unknown as { taleport: { ask(name: string, input: unknown): Promise<unknown> } };
          return taleport.ask(called, given);
        }
        const response = await fetch(`/call/${called}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(given),
        });
        return response.json();
      },
      [shell, name, input] as const,
    );
    const { ok, value, problem } = answer as { ok: boolean; value: Output<N>; problem?: unknown };
    if (!ok) throw new Error(`${name} was refused: ${JSON.stringify(problem)}`);
    return value;
  };
