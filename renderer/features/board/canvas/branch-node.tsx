/** A branch on the board: one row per condition, each with handles of its own. */

import { memo } from 'react';
import { parseConditionSource } from '../../../../shared/rich-text/script-source.ts';
import { parseCondition } from '../../../../shared/script/parse-content.ts';
import { t } from '../../../messages/translate.ts';
import { CommentBadge } from '../../../records/comments/comment-badge.tsx';
import { ProblemBadge } from '../../../records/problems/problem-badge.tsx';
import { useRecord, useRecordList } from '../../../state/open-project.ts';
import { kindIcons } from '../../../ui/kind-icons.ts';
import { ConditionHandles, ItemHandles } from './connection-handles.tsx';
import { type ItemNodeProps, memoNode } from './memo-node.ts';

export const BranchNode = memoNode(function BranchNode({ id }: ItemNodeProps) {
  const branch = useRecord('branch', id);
  const conditions = useRecordList(id, 'conditions');
  if (!branch) return null;
  return (
    <>
      <article className="item branch" data-theme={branch.theme} aria-label={t('board.branchWith', { count: conditions.length })}>
        <header>
          <kindIcons.branch size={13} aria-hidden="true" />
          {t('board.kinds.branch')}
        </header>
        {conditions.map((conditionId) => (
          <ConditionRow key={conditionId} id={conditionId} />
        ))}
        <CommentBadge record={branch} />
        <ProblemBadge id={id} where="card" />
      </article>
      <ItemHandles type="target" />
    </>
  );
});

const ConditionRow = memo(function ConditionRow({ id }: { id: string }) {
  const condition = useRecord('condition', id);
  const outputs = useRecordList(id, 'outputs');
  if (!condition) return null;
  const script = condition.script ?? '';
  const faulty = condition.role !== 'else' && script !== '' && !parseCondition(script).ok;
  return (
    <div className="condition" data-condition={id} data-faulty={faulty || undefined} title={faulty ? t('board.conditionFault') : undefined}>
      <b>{t(`board.roles.${condition.role}`)}</b>
      <code>{condition.role === 'else' ? '' : parseConditionSource(script).text || <em>{t('board.noConditionYet')}</em>}</code>
      <ConditionHandles conditionId={id} isConnected={outputs.length > 0} />
    </div>
  );
});
