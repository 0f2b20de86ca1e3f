/** Where variables are used, for the screen: counted in slices, again whenever the story changes. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProjectStore, yieldToMain } from '../../state/open-project.ts';
import { findVariableUsages, type VariableUsages } from './variable-usages.ts';

/** null while it is being counted for the first time. */
export function useVariableUsages(): VariableUsages | null {
  const project = useStore(openProjectStore, (state) => state.project);
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [uses, setUses] = useState<VariableUsages | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    void findVariableUsages(project, yieldToMain, () => going).then((counted) => {
      if (counted && going) setUses(counted);
    });
    return () => {
      going = false;
    };
  }, [project, revision]);
  return uses;
}
