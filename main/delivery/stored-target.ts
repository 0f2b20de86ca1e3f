/** The stored state of one target: its row, the manifest of its files, and its folder. */
import { join } from 'node:path';
import type { Exporter } from '../exporters/exporter.ts';
import { getExporter } from '../exporters/exporters.ts';
import { describeError } from '../platform/errors.ts';
import { journalKey } from './apply-plan.ts';
import { type IntegrationContext, integrationKey } from './editor-integration.ts';
import { Manifest } from './manifest.ts';
import type { TargetDeps } from './target-deps.ts';
import { integrationContextFor, type TargetFolder, targetFolderOf } from './target-folder.ts';
import { type TargetRow, targetKeyPrefix } from './target-row.ts';

export class StoredTarget {
  readonly id: string;
  readonly exporter: Exporter;
  readonly manifest: Manifest;
  readonly #deps: TargetDeps;
  #row: TargetRow;

  constructor(deps: TargetDeps, id: string, row: TargetRow) {
    this.id = id;
    this.exporter = getExporter(row.engine);
    this.manifest = new Manifest(deps.store, id);
    this.#deps = deps;
    this.#row = row;
  }

  get row(): TargetRow {
    return this.#row;
  }

  get folder(): TargetFolder {
    return targetFolderOf(this.#deps, this.#row, this.manifest);
  }

  get integrationContext(): IntegrationContext {
    return integrationContextFor(this.#deps, this.#row, this.id);
  }

  /** Whether a delivery was interrupted and has not been recovered yet. */
  get hasJournal(): boolean {
    return this.#deps.store.get(journalKey(this.id)) != null;
  }

  /** The absolute path of a file of the game project. */
  pathTo(path: string): string {
    return join(this.#row.real, path);
  }

  update(change: Partial<TargetRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#deps.store.put([{ id: targetKeyPrefix + this.id, value: this.#row }]);
  }

  /** Deletes all stored data of the target except the export history. */
  remove(): void {
    this.manifest.remove(this.manifest.paths(), [targetKeyPrefix + this.id, journalKey(this.id), integrationKey(this.id)]);
  }

  logError(error: unknown): void {
    this.#deps.log(`Target ${this.id}: ${describeError(error)}`);
  }
}
