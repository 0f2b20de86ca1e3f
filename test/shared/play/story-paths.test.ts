/** Paths through branches. */
import { expect, test } from 'vitest';
import type { EvaluationContext } from '../../../shared/play/evaluate-expression.ts';
import { createScriptCache } from '../../../shared/play/run-content.ts';
import { findPathsFrom } from '../../../shared/play/story-paths.ts';
import { taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { countOperations } from '../../count-operations.ts';
import { smallStory } from '../../main/exporters/build-project.ts';

test('a long chain of branches takes the same work for each of them', () => {
  const operationsFor = (length: number): number => {
    const { story, board } = smallStory();
    const start = story.element(board);
    let from = start;
    for (let at = 0; at < length; at++) {
      const { branch, conditions } = story.branch(board, [null], false);
      story.connect(from, branch);
      from = conditions[0] ?? '';
    }
    const end = story.element(board);
    story.connect(from, end);
    const project = story.project();
    // Conditions without a script need nothing else of the context.
    const evaluation = { project } as Omit<EvaluationContext, 'field'>;
    const find = () => findPathsFrom(start, { evaluation, scriptCache: createScriptCache(taleportScriptProfile), report: () => undefined });
    expect(find()).toMatchObject([{ targetElementId: end }]);
    return countOperations(find);
  };
  expect(operationsFor(400)).toBeLessThan(6 * operationsFor(100));
});
