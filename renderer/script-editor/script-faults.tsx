/** What is wrong in the scripts of an editor, below it: told while it is written, and saved all the same. A story in the making may be wrong. */
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect } from 'react';
import { useProject } from '../state/open-project.ts';
import { scriptEditorWords } from '../words/en/script-editor.ts';
import { faultsOf, LOOK_AGAIN } from './script-marks.ts';
import './script-marks.css';

/** More than anyone mends at once. */
const MOST = 5;

export function useScriptFaults(editor: Editor): readonly string[] {
  // Names come and go without the text being touched.
  const names = useProject((project) => project.sizeOf(null, 'variables') + project.count('attribute') + project.count('component'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of their number asks again
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(LOOK_AGAIN, true).setMeta('addToHistory', false));
  }, [editor, names]);
  const told = useEditorState({ editor, selector: ({ editor: now }) => faultsOf(now.state).join('\n') });
  return told === '' ? [] : told.split('\n');
}

export function ScriptFaults({ faults }: { faults: readonly string[] }) {
  return (
    <div className="script-faults" role="status" aria-label={scriptEditorWords.faults}>
      {faults.slice(0, MOST).map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </div>
  );
}
