/** Export now: what was written is said, and so is that nothing had to be. */
import type { Delivery, Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { told } from '../state/send.ts';
import { targets } from '../state/targets.ts';
import { tell } from '../ui/toasts.ts';
import { targetsWords } from '../words/en/targets.ts';

/** All that are on. */
export async function exportAll(): Promise<void> {
  const on = targets.getState().list.filter((target) => target.on);
  const deliveries = await Promise.all(on.map(({ id }) => run(id)));
  sayWritten(deliveries.flat());
}

export async function exportOne({ id }: Target): Promise<void> {
  sayWritten(await run(id));
}

const run = (id: string): Promise<Delivery[]> => told(during(targetsWords.exporting, ask('target.run', { id })));

function sayWritten(deliveries: readonly Delivery[]): void {
  const written = deliveries.reduce((sum, each) => sum + each.written.length, 0);
  const removed = deliveries.reduce((sum, each) => sum + each.removed.length, 0);
  const parts = [written > 0 ? targetsWords.written(written) : '', removed > 0 ? targetsWords.removed(removed) : ''].filter(Boolean);
  tell({ tone: 'good', title: parts.length > 0 ? `${parts.join(', ')}.` : targetsWords.theFilesAreAs });
}
