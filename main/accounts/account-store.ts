/**
 * The rows of workspaces, members and API keys. Every request needs them and they are few, so all of them are cached in memory and read again from the
 * key-value store after each change.
 */
import type { Member, Workspace } from '../../shared/contracts/accounts.ts';
import type { KeyValueStore } from '../../shared/contracts/key-value-store.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import { type AccountRows, type ApiKeyRow, readAccountRows } from './account-rows.ts';
import { looksLikeKeySecret } from './api-key-secret.ts';

export interface StoredAccountRow {
  readonly id: string;
  readonly value: unknown;
}

export class AccountStore {
  readonly #keyValueStore: KeyValueStore;
  readonly #listeners = new Set<() => void>();
  #cachedRows: AccountRows | undefined;

  constructor(keyValueStore: KeyValueStore) {
    this.#keyValueStore = keyValueStore;
  }

  rows(): AccountRows {
    this.#cachedRows ??= readAccountRows(this.#keyValueStore);
    return this.#cachedRows;
  }

  put(rows: readonly StoredAccountRow[]): void {
    this.forgetRows();
    this.#keyValueStore.put(rows);
    this.#notify();
  }

  remove(ids: readonly string[]): void {
    this.forgetRows();
    this.#keyValueStore.remove(ids);
    this.#notify();
  }

  /** Discards the cached rows. Must be called after another module has written account rows in a transaction of its own. */
  forgetRows(): void {
    this.#cachedRows = undefined;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Throws a 404 if there is no such workspace. The methods below do the same for members and keys. */
  getWorkspace(id: string): Workspace {
    return getRow(this.rows().workspaces, id, message('problem.noun.workspace'));
  }

  getMember(id: number): Member {
    return getRow(this.rows().members, id, message('problem.noun.member'));
  }

  getKey(id: string): ApiKeyRow {
    return getRow(this.rows().keys, id, message('problem.noun.key'));
  }

  membersOf(workspaceId: string): Member[] {
    return [...this.rows().members.values()].filter((member) => member.workspaceId === workspaceId);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function getRow<K, V>(rows: ReadonlyMap<K, V>, id: K, noun: Message): V {
  const row = rows.get(id);
  if (row === undefined) throw accountNotFoundProblem(noun, String(id));
  return row;
}

/**
 * A Problem that becomes a 404. The id may be a key's secret value that was given by mistake: it must appear neither in the response nor in
 * a log.
 */
export const accountNotFoundProblem = (noun: Message, id: string): Problem =>
  looksLikeKeySecret(id) ? new Problem('notFound', message('problem.accounts.unknownKey')) : notFoundProblem(noun, id);
