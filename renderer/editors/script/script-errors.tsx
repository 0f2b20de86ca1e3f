/** The script errors of an editor, shown below it while typing. Scripts with errors are saved as well, because a story in progress may contain some. */

import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect } from 'react';
import { t } from '../../messages/translate.ts';
import { useProject } from '../../state/open-project.ts';
import { refreshMeta, scriptErrorsOf } from './script-highlighting.ts';
import './script-highlighting.css';

/** The maximum number of errors shown. */
const maxErrors = 5;

export function useScriptErrors(editor: Editor): readonly string[] {
  // Variables can be created or deleted while the text is unchanged.
  const names = useProject(
    (project) => project.listSize(null, 'variables') + project.countOfKind('attribute') + project.countOfKind('component'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` is not read, but a changed number of variables requires a new check
  useEffect(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(refreshMeta, true).setMeta('addToHistory', false));
  }, [editor, names]);
  const reported = useEditorState({ editor, selector: ({ editor: now }) => scriptErrorsOf(now.state).join('\n') });
  return reported === '' ? [] : reported.split('\n');
}

export function ScriptErrors({ errors }: { errors: readonly string[] }) {
  return (
    <div className="script-faults" role="status" aria-label={t('scriptEditor.faults')}>
      {errors.slice(0, maxErrors).map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
      {errors.length > maxErrors && <p>{t('common.andMore', { count: errors.length - maxErrors })}</p>}
    </div>
  );
}
