/** A branch on the board: a row for each condition, each with connection points of its own. */
import type { NodeProps } from '@xyflow/react';
import { Split } from 'lucide-react';
import { memo } from 'react';
import { codeOfCondition } from '../../shared/rich-text/code.ts';
import { parseCondition } from '../../shared/script/parse-content.ts';
import { useList, useRecord } from '../state/open-project.ts';
import { boardWords } from '../words/en/board.ts';
import type { ItemNode } from './map-board.ts';
import { Points, RowPoints } from './points.tsx';

export const BranchNode = memo(function BranchNode({ id }: NodeProps<ItemNode>) {
  const branch = useRecord('branch', id);
  const conditions = useList(id, 'conditions');
  if (!branch) return null;
  return (
    <>
      <article className="item branch" data-theme={branch.theme} aria-label={boardWords.branchWith(conditions.length)}>
        <header>
          <Split size={13} aria-hidden="true" />
          {boardWords.branch}
        </header>
        {conditions.map((conditionId) => (
          <ConditionRow key={conditionId} id={conditionId} />
        ))}
      </article>
      <Points type="target" />
    </>
  );
});

const words = boardWords.roles;

const ConditionRow = memo(function ConditionRow({ id }: { id: string }) {
  const condition = useRecord('condition', id);
  const outputs = useList(id, 'outputs');
  if (!condition) return null;
  const script = condition.script ?? '';
  const faulty = condition.role !== 'else' && script !== '' && !parseCondition(script).ok;
  return (
    <div className="condition" data-faulty={faulty || undefined} title={faulty ? boardWords.thisConditionHasA : undefined}>
      <b>{words[condition.role]}</b>
      <code>{condition.role === 'else' ? '' : codeOfCondition(script).source || <em>{boardWords.noConditionYet}</em>}</code>
      <RowPoints conditionId={id} taken={outputs.length > 0} />
    </div>
  );
});
