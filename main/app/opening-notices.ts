/**
 * Notices for the user about the opening of a data folder, until they are acknowledged. Nobody receives events while a folder is being
 * opened, so the window reads the notices when it starts, and each command before it ends.
 */
import type { Message } from '../../shared/messages/message.ts';
import { acknowledgeLostChanges, listLostChanges } from './lost-changes.ts';

export class OpeningNotices {
  readonly #folder: string | null;
  #messages: Message[] = [];

  /** `folder` is null if the projects are only in memory. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  add(notice: Message): void {
    this.#messages.push(notice);
  }

  /** All notices. Lost changes come first; they are stored, so that every start lists them until they are acknowledged. */
  async list(): Promise<Message[]> {
    const lost = this.#folder === null ? [] : await listLostChanges(this.#folder);
    return [...lost, ...this.#messages];
  }

  acknowledge(): void {
    if (this.#folder !== null) acknowledgeLostChanges(this.#folder);
    this.#messages = [];
  }
}
