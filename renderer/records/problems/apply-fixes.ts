/** Applies quick fixes. The backend computes them from the story as it is then, so that none replaces what has been typed since the check. */
import type { AppliedFixes, QuickFix } from '../../../shared/contracts/findings.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore, whenVersionArrives } from '../../state/open-project.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { prepareUndoToast } from '../../state/undo-toast.ts';
import { showToast } from '../../ui/toast-queue.ts';
import { checkedPlugin, checkNow } from './problems-store.ts';

/** Fixes from the list of problems of the open project. */
export function applyFixes(fixes: readonly QuickFix[]): Promise<void> {
  const { hash } = openProjectStore.getState();
  const plugin = checkedPlugin();
  const options = plugin && { engine: plugin.engine, pluginVersion: plugin.pluginVersion };
  return hash === null ? Promise.resolve() : request(hash, (ids) => invoke('project.applyFixes', { hash, ...options, fixes: ids }), fixes);
}

/** A fix from the findings of a target. */
export const applyTargetFix = (target: { readonly id: string; readonly hash: string }, fix: QuickFix): Promise<void> =>
  request(target.hash, (fixes) => invoke('target.applyFixes', { id: target.id, fixes }), [fix]);

async function request(hash: string, send: (ids: string[]) => Promise<AppliedFixes>, fixes: readonly QuickFix[]): Promise<void> {
  const showDone = prepareUndoToast('otherCall');
  const result = await withErrorToast(send(fixes.map(({ id }) => id))).catch(() => null);
  if (!result) return;
  const { applied, newVersion } = result;
  await whenVersionArrives(hash, newVersion);
  if (applied === 0) showToast({ tone: 'plain', title: t('problems.fixOutdated', { count: fixes.length }) });
  else if (fixes.length > 1) showDone(t('problems.fixed', { count: applied }));
  checkNow();
}
