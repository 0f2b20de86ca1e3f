/** What is wrong in the scripts of an editor, below it: told while it is written, and saved all the same. A story in the making may be wrong. */

import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect } from 'react';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { REFRESH_META, scriptErrorsOf } from './script-highlighting.ts';
import './script-highlighting.css';

/** More than anyone mends at once. */
const MAX_ERRORS = 5;

export function useScriptErrors(editor: Editor): readonly string[] {
  // Names come and go without the text being touched.
  const names = useProject(
    (project) => project.listSize(null, 'variables') + project.countOfKind('attribute') + project.countOfKind('component'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of their number asks again
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(REFRESH_META, true).setMeta('addToHistory', false));
  }, [editor, names]);
  const reported = useEditorState({ editor, selector: ({ editor: now }) => scriptErrorsOf(now.state).join('\n') });
  return reported === '' ? [] : reported.split('\n');
}

export function ScriptErrors({ errors }: { errors: readonly string[] }) {
  return (
    <div className="script-faults" role="status" aria-label={t('scriptEditor.faults')}>
      {errors.slice(0, MAX_ERRORS).map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </div>
  );
}
