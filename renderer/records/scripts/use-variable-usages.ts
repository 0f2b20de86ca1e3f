/** The usages of variables for components: computed in slices, and again when the story changes. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProjectStore } from '../../state/open-project.ts';
import { yieldToMain } from '../../state/run-in-slices.ts';
import { findVariableUsages, type VariableUsages } from './variable-usages.ts';

/** null while they are computed for the first time. */
export function useVariableUsages(): VariableUsages | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [uses, setUses] = useState<VariableUsages | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is mutated in place; its revision shows that it has changed
  useEffect(() => {
    let isCurrent = true;
    void findVariableUsages(project, yieldToMain, () => isCurrent).then((counted) => {
      if (counted && isCurrent) setUses(counted);
    });
    return () => {
      isCurrent = false;
    };
  }, [project, revision]);
  return uses;
}
