/** Answers questions, and offers to take an answer back. */

import type { ConflictDetails, ConflictResolution } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { changeFieldsCommand } from '../../state/save-fields.ts';
import { sendCommand, undo, withErrorToast } from '../../state/send-command.ts';
import { showToast } from '../../ui/toast-queue.ts';

/** Whether an answer is possible for this question. */
export const canResolve = ({ choices }: ConflictDetails, answer: ConflictResolution): boolean =>
  'choice' in answer ? choices[answer.choice] !== null : choices.text;

export async function resolveConflicts(questions: readonly ConflictDetails[], how: ConflictResolution): Promise<void> {
  const [first] = questions;
  if (!first) return;
  await withErrorToast(
    withBusyIndicator(t('conflicts.title'), invoke('conflict.resolve', { ids: questions.map(({ id }) => id), answer: how })),
  );
  const back = createUndoForResolution(questions, how);
  showToast({
    tone: 'good',
    title:
      questions.length === 1 ? t('conflicts.answered', { title: first.title }) : t('conflicts.answeredAll', { count: questions.length }),
    lines: [resolutionLabel(how)],
    ...(back ? { action: { label: t('conflicts.undo'), run: back } } : {}),
  });
}

const resolutionLabel = (how: ConflictResolution): string =>
  'text' in how ? t('conflicts.answeredText') : how.choice === 'mine' ? t('conflicts.answeredMine') : t('conflicts.answeredTheirs');

/**
 * An answer that changed the story is undone like any change. *Mine* changes nothing here, only there: it is taken back by writing what
 * was there, which then goes the usual way. Several of those are several steps, so that is offered for a single one.
 */
function createUndoForResolution(questions: readonly ConflictDetails[], how: ConflictResolution): (() => void) | null {
  const [only, ...more] = questions;
  if (!only || openProjectStore.getState().hash !== only.hash) return null;
  if (!('choice' in how) || how.choice === 'theirs') return () => void undo().catch(() => undefined);
  const { kind, record, field, locale, theirs, why } = only;
  if (more.length > 0 || why !== 'both changed' || field === null || typeof theirs !== 'string') return null;
  const value = locale === null ? theirs : { [locale]: { text: theirs } };
  return () => void sendCommand(changeFieldsCommand(kind, record, { [field]: value })).catch(() => undefined);
}
