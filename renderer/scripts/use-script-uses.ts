/** Where variables are used, for the screen: counted in slices, again whenever the story changes. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openProject, rest } from '../state/open-project.ts';
import { type ScriptUses, scriptUses } from './script-uses.ts';

/** null while it is being counted for the first time. */
export function useScriptUses(): ScriptUses | null {
  const project = useStore(openProject, (state) => state.project);
  const revision = useStore(openProject, (state) => state.revision);
  const [uses, setUses] = useState<ScriptUses | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the project is one object; its revision says that it has changed
  useEffect(() => {
    let going = true;
    void scriptUses(project, rest, () => going).then((counted) => {
      if (counted && going) setUses(counted);
    });
    return () => {
      going = false;
    };
  }, [project, revision]);
  return uses;
}
