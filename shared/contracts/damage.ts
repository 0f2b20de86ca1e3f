/** Records whose stored bytes were not what had been written, and what became of them. */
import type { KindName } from '../model/kinds/kinds.ts';

/**
 * `repaired`: replaced with the identical record of a backup. `olderCopy`: replaced with an older version of a backup, because other records need it.
 * `unverified`: kept as it could be read, because other records need it. `leftOut`: no longer in the project, kept aside.
 */
export const damageOutcomes = ['repaired', 'olderCopy', 'unverified', 'leftOut'] as const;
export type DamageOutcome = (typeof damageOutcomes)[number];

export interface DamagedRecord {
  readonly id: string;
  /** null if it can't be read. */
  readonly kind: KindName | null;
  /** Empty if it can't be read. */
  readonly title: string;
  /** The name of its board; empty if it has none, or it can't be read. */
  readonly board: string;
  readonly outcome: DamageOutcome;
  /** The newest backup that contains the record; `at` is ISO 8601. */
  readonly backup: { readonly id: string; readonly at: string } | null;
}

/** The damage found in a project at one time. */
export interface Damage {
  readonly id: string;
  readonly hash: string;
  readonly projectName: string;
  /** ISO 8601. */
  readonly at: string;
  readonly records: readonly DamagedRecord[];
  /** How many other records were removed or changed, because they depend on those left out. */
  readonly dependents: number;
  /** Sync and game folders of the project wait until the user has restored the records or accepted their loss. */
  readonly isOpen: boolean;
}
