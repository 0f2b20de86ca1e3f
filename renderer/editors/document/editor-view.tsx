/** Where the text of an editor is in the page. */

import type { Editor } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';

/** The view of the editor exists as long as this component; the editor itself is never destroyed, so that nothing can render a destroyed one. */
export function EditorView({ editor }: { editor: Editor }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!container.current) return;
    editor.mount(container.current);
    return () => editor.unmount();
  }, [editor]);
  return <div ref={container} />;
}
