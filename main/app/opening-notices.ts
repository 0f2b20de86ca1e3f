/**
 * What the user is to be told about the opening of a data folder, until it is acknowledged. Nobody listens to events while a folder is opened, so the
 * window asks for it when it starts, and each command before it ends.
 */
import type { Message } from '../../shared/messages/message.ts';
import { acknowledgeLostChanges, listLostChanges } from './lost-changes.ts';

export class OpeningNotices {
  readonly #folder: string | null;
  #messages: Message[] = [];

  /** null: the projects are in memory. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  add(notice: Message): void {
    this.#messages.push(notice);
  }

  /** Lost changes first: they are stored, so that every start lists them. */
  async list(): Promise<Message[]> {
    const lost = this.#folder === null ? [] : await listLostChanges(this.#folder);
    return [...lost, ...this.#messages];
  }

  acknowledge(): void {
    if (this.#folder !== null) acknowledgeLostChanges(this.#folder);
    this.#messages = [];
  }
}
