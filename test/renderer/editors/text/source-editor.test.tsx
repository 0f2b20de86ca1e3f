/** The source of a rich text is a draft from the first key, whether or not its markup is valid. */
import type { ReactElement, TextareaHTMLAttributes } from 'react';
import { expect, test } from 'vitest';
import { SourceEditor } from '../../../../renderer/editors/text/source-editor.tsx';
import { runHook } from '../../run-hook.ts';

test('markup with an error is reported to the field, which keeps it as a draft', async () => {
  const reported: (string | null)[] = [];
  const { results } = await runHook(SourceEditor, {
    html: '<p>A</p>',
    change: (html: string | null) => void reported.push(html),
    blur: () => {},
    labelledBy: 'label',
    describedBy: 'says',
    hasError: false,
    focusRequested: false,
  });
  const type = (value: string) => {
    const area = results.map(findTextArea).at(-1);
    area?.props.onChange?.({ target: { value } } as Parameters<NonNullable<TextAreaProps['onChange']>>[0]);
  };
  type('<p>A lamp</p><script>');
  type('');
  expect(reported).toEqual(['<p>A lamp</p><script>', null]);
});

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement>;

/** The element is drawn as a tree of plain elements. */
function findTextArea({ props }: ReactElement): ReactElement<TextAreaProps> | undefined {
  const { children } = props as { children: readonly ReactElement<TextAreaProps>[] };
  return children.find((each) => each.type === 'textarea');
}
