/** (I28) Changes that would be deleted locally, or never sent because sync ends, are listed first; they are only discarded on request. */

import { countedLocalOnlyChanges } from '../../../shared/contracts/local-only-changes.ts';
import type { LocalOnlyChange } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';

/** Throws a Problem `conflict` with the number of changes of each kind that exist only on this computer, and a fault for each. */
export function assertNoLocalOnlyChanges(remote: string, changes: readonly LocalOnlyChange[]): void {
  if (changes.length === 0) return;
  const faults = changes.map(({ reason, record, message: fault }, at) => [`${reason}.${record}.${at}`, fault] as const);
  throw new Problem('conflict', message('problem.sync.localOnly', { remote, list: countedLocalOnlyChanges(changes) }), {
    conflictType: 'stale',
    errors: Object.fromEntries(faults),
  });
}
