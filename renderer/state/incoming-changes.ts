/**
 * What to do with a `project.changed` that comes in: the four rules that keep the screen's copy equal to the engine's.
 *   before the snapshot → hold    version ≤ ours → skip    version = ours + 1 → apply    version beyond → read again
 */
import type { BackendEvent } from '../../shared/contracts/ipc/events.ts';

export type ProjectChangedEvent = Extract<BackendEvent, { event: 'project.changed' }>;

/** Splits the events of one project, in the order they came, by the rules above. `gap` says that at least one change was missed. */
export function selectApplicableChanges(
  events: readonly ProjectChangedEvent[],
  version: number,
): { apply: readonly ProjectChangedEvent[]; gap: boolean } {
  const apply: ProjectChangedEvent[] = [];
  let at = version;
  for (const event of events) {
    if (event.version <= at) continue;
    if (event.version !== at + 1) return { apply, gap: true };
    apply.push(event);
    at = event.version;
  }
  return { apply, gap: false };
}
