/**
 * The results of the last plan of a project, for the time until the next one: the number of pending changes, the conflicts, and the held
 * texts. Conflicts and held texts are stored, so that they are also known between a start and the first plan.
 */
import type { HeldText } from '../plan/held-texts.ts';
import type { MergeConflict } from '../plan/merge-conflict.ts';
import { heldTextsEntry, plannedConflictsEntry, type SyncStore } from '../store/sync-store.ts';
import type { SyncRunner } from './sync-runner.ts';

export class PlanSummary {
  #conflicts: readonly MergeConflict[] | undefined;
  #held: readonly HeldText[] | undefined;
  #pendingCount = 0;
  /** The local version whose changes were counted. */
  #countedVersion = -1;

  /** The number of local changes that the remote does not have, as last counted. */
  get pendingCount(): number {
    return this.#pendingCount;
  }

  conflicts(store: SyncStore): readonly MergeConflict[] {
    this.#conflicts ??= store.plannedConflicts;
    return this.#conflicts;
  }

  /** The conflicts of the last plan and the stored ones, without unconfirmed creates whose record the user has deleted. */
  openConflicts(store: SyncStore, hasLocalRecord: (id: string) => boolean): MergeConflict[] {
    return [...this.conflicts(store), ...store.openConflicts(hasLocalRecord)];
  }

  /** (G30) Texts that are held, as last determined. */
  held(store: SyncStore): readonly HeldText[] {
    this.#held ??= store.heldTexts;
    return this.#held;
  }

  removeConflict(store: SyncStore, id: string): void {
    this.#storeConflicts(
      store,
      this.conflicts(store).filter((each) => each.id !== id),
    );
  }

  /** Estimates the pending changes and the held texts of a local version without a plan. */
  estimate(runner: SyncRunner, version: number): void {
    if (this.#countedVersion === version) return;
    this.#countedVersion = version;
    this.#pendingCount = 0;
    if (runner.store.checkpoint?.idleVersion === version) return;
    const { operations, held } = runner.estimateChanges();
    this.#pendingCount = operations.length;
    this.#updateHeld(runner.store, held);
  }

  /** Updates the summary after a step. `version` is the local version before it. A step that only waits (`outcome`) has counted nothing. */
  update(runner: SyncRunner, version: number, outcome: 'synced' | 'planned' | 'waiting'): void {
    const { plannedConflicts } = runner;
    if (outcome === 'synced' && runner.waitingCount === 0) this.#pendingCount = 0;
    else if (plannedConflicts) this.#pendingCount = runner.pendingCount;
    if (outcome !== 'waiting') this.#countedVersion = version;
    if (runner.heldTexts) this.#updateHeld(runner.store, runner.heldTexts);
    if (plannedConflicts && JSON.stringify(plannedConflicts) !== JSON.stringify(this.conflicts(runner.store)))
      this.#storeConflicts(runner.store, plannedConflicts);
  }

  #updateHeld(store: SyncStore, held: readonly HeldText[]): void {
    if (JSON.stringify(held) === JSON.stringify(this.held(store))) return;
    this.#held = held;
    store.write([heldTextsEntry(held)]);
  }

  #storeConflicts(store: SyncStore, conflicts: readonly MergeConflict[]): void {
    this.#conflicts = conflicts;
    store.write([plannedConflictsEntry(conflicts)]);
  }
}
