/** Notices about the opening of a data folder, among them the changes that an unclean shutdown has lost. The projects need not be open. */
import { type Message, message } from '../../../shared/messages/message.ts';
import { addNewestBackupToMessage } from '../../backups/list-backups.ts';
import { lockDataFolder } from '../../engine/storage/data-folder-lock.ts';
import { checkDatabaseFiles, forgetLosses, type RecordedLoss, readLosses } from '../../engine/storage/integrity-record.ts';
import { databaseFileIn } from '../../platform/data-folder.ts';

/** The losses that were found when the projects were opened and that the user has not acknowledged, oldest first. */
const listLostChanges = (folder: string): Promise<Message[]> =>
  Promise.all(readLosses(databaseFileIn(folder)).map((loss) => describeLoss(folder, loss)));

/** Call this when the user has seen the messages. */
export const acknowledgeLostChanges = (folder: string): void => forgetLosses(databaseFileIn(folder));

/** The losses that were found; without any, those that the next start would find. Returns none while a process has the projects open. */
export async function describeLostChanges(folder: string): Promise<Message[]> {
  const known = await listLostChanges(folder);
  if (known.length > 0) return known;
  const damagedLog = findUnrecordedLoss(folder)?.damagedLog;
  return damagedLog === undefined ? [] : [await addNewestBackupToMessage(folder, describeLog(damagedLog))];
}

function findUnrecordedLoss(folder: string): Pick<RecordedLoss, 'damagedLog'> | null {
  try {
    const lock = lockDataFolder(folder);
    if (!lock) return null;
    try {
      return checkDatabaseFiles(databaseFileIn(folder));
    } finally {
      lock.release();
    }
  } catch {
    // The other checks report the problem with the folder.
    return null;
  }
}

const describeLoss = (folder: string, { at, damagedLog }: RecordedLoss): Promise<Message> =>
  addNewestBackupToMessage(folder, describeLog(damagedLog), at);

const describeLog = (damagedLog: string | null): Message =>
  damagedLog === null ? message('desktop.changesLost') : message('desktop.changesLostInLog', { file: damagedLog });

/**
 * The notices until they are acknowledged. Nobody receives events while a folder is being opened, so the window reads them when it starts,
 * and each command before it ends.
 */
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
