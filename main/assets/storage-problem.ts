/** Turns errors of the file system into Problems of the file store. */
import { type Message, message } from '../../shared/messages/message.ts';
import { Problem } from '../../shared/problem.ts';
import { errorCodeOf } from '../platform/errors.ts';

/** Returns a Problem for an error of the disk, and a Problem unchanged. Throws any other error, because it is a bug. */
export function toStorageProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const reason = diskErrorReason(errorCodeOf(error));
  if (!reason) throw error;
  return new Problem('store', message('problem.assets.notStored', { reason }), { cause: error });
}

function diskErrorReason(code: string | null): Message | undefined {
  switch (code) {
    case 'ENOSPC':
      return message('problem.disk.full');
    case 'EDQUOT':
      return message('problem.disk.quotaReached');
    case 'EACCES':
    case 'EPERM':
      return message('problem.disk.notWritable');
    case 'EROFS':
      return message('problem.disk.readOnly');
    case 'EIO':
      return message('problem.disk.failing');
    case 'EMFILE':
      return message('problem.disk.tooManyFiles');
    default:
      return undefined;
  }
}
