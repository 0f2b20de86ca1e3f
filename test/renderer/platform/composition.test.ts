/** Work that waits until an input method has completed its text. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runAfterComposition, watchComposition } from '../../../renderer/platform/composition.ts';

const page = new EventTarget();
watchComposition(page);
const report = (name: string, properties = {}) => page.dispatchEvent(Object.assign(new Event(name), properties));

beforeEach(() => {
  report('compositionend');
});

describe('an editor that is removed while text is composed in it reports no end', () => {
  test.each([
    ['the focus moves to another element', 'focusin', {}],
    ['the window loses the focus', 'blur', {}],
    ['a key is pressed that belongs to no input method', 'keydown', { isComposing: false, key: 'a' }],
  ])('what waits runs once %s', (_, name, properties) => {
    const work = vi.fn();
    report('compositionstart');
    expect(runAfterComposition(work)).not.toBeNull();
    report(name, properties);
    expect(work).toHaveBeenCalledOnce();
    expect(runAfterComposition(work)).toBeNull();
    report('compositionend');
    expect(work).toHaveBeenCalledOnce();
  });
});

test.each([
  { isComposing: true, key: 'Enter' },
  { isComposing: false, key: 'Process' },
  { isComposing: false, key: 'Enter', keyCode: 229 },
])('a key of the input method ends nothing: %o', (pressed) => {
  const work = vi.fn();
  report('compositionstart');
  runAfterComposition(work);
  report('keydown', pressed);
  expect(work).not.toHaveBeenCalled();
});

describe('Safari ends the composition before the key that confirms it, which', () => {
  const reaches = (target: object) => {
    const event = Object.assign(new Event('keydown'), { isComposing: false, key: 'Enter', keyCode: 229 });
    const stop = vi.spyOn(event, 'stopPropagation');
    Object.defineProperty(event, 'target', { value: target });
    page.dispatchEvent(event);
    return stop.mock.calls.length === 0;
  };

  test('reaches no handler of a field, because React Aria would take it for Enter', () => {
    expect(reaches({ isContentEditable: false })).toBe(false);
  });

  test('reaches an editor, which counts it', () => {
    expect(reaches({ isContentEditable: true })).toBe(true);
  });
});

test('work that other work cancels does not run', () => {
  const cancelled = vi.fn();
  report('compositionstart');
  let cancel: (() => void) | null = null;
  runAfterComposition(() => cancel?.());
  cancel = runAfterComposition(cancelled);
  report('compositionend');
  expect(cancelled).not.toHaveBeenCalled();
});
