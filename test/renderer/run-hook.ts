/** Runs a hook in a component that shows nothing, so that React needs only a few members of a document. */
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';

interface HookRun<P, R> {
  /** What each rendering returned. */
  readonly results: readonly R[];
  /** Renders again, and waits until nothing more happens. */
  render(props: P): Promise<void>;
  unmount(): Promise<void>;
}

export async function runHook<P, R>(hook: (props: P) => R, first: NoInfer<P>): Promise<HookRun<P, R>> {
  const ignore = () => undefined;
  const listener = { addEventListener: ignore, removeEventListener: ignore };
  const document = { ...listener, nodeType: 9, activeElement: null, defaultView: null };
  vi.stubGlobal('window', { ...listener, document, event: undefined, HTMLIFrameElement: class {} });
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // All that React reads of the element of a component without elements.
  const element = { ...listener, nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ownerDocument: document };
  const root = createRoot(element as unknown as Element);
  const results: R[] = [];
  const Component = ({ props }: { readonly props: P }) => {
    results.push(hook(props));
    return null;
  };
  const render = (props: P) => act(async () => root.render(createElement(Component, { props })));
  await render(first);
  return { results, render, unmount: () => act(async () => root.unmount()) };
}
