/** The uploads as the window shows them. */

import { explainFileRejection } from '../../../shared/messages/file-rejection.ts';
import type { Problem } from '../../../shared/problem.ts';
import { t } from '../../messages/translate.ts';
import { problemMessages, problemText } from '../../ui/problem-messages.ts';

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: 'waiting' | 'sending' | 'stored' | 'rejected';
  /** The sent fraction, 0 to 1. */
  readonly progress: number;
  /** Why it was rejected, in sentences; null if it was not. */
  readonly reason: string | null;
}

export interface UploadsState {
  /** The uploads that are not complete, in the order in which they were dropped. */
  readonly list: readonly Upload[];
  /** The number of uploads completed since the list was last empty. */
  readonly done: number;
}

/** The share of an upload that sending the file is. The rest is the creation of its record. */
const sentShare = 0.95;

/** The completed fraction of all uploads, 0 to 1. Rejected ones do not count. */
export function totalUploadProgress({ list, done }: UploadsState): number {
  const open = list.filter(({ state }) => state !== 'rejected');
  const total = done + open.length;
  return total === 0 ? 1 : (done + open.reduce((sum, { progress }) => sum + progress * sentShare, 0)) / total;
}

/** Why a file was rejected. */
export function rejectionReason(problem: Problem): string {
  const fault = problem.faultsByPath.file;
  const sentence = fault && explainFileRejection(fault);
  if (sentence) return t(sentence);
  return problemMessages(problem).join(' ') || problemText(problem);
}
