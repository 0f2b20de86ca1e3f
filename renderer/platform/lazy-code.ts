/**
 * Code that the first load of the window does not need. This is the only way in which the window loads code later: `lazyCode` for functions,
 * `lazyComponent` for what is rendered.
 */
import { type ComponentType, createElement, type FunctionComponent, use } from 'react';

/**
 * When code is loaded without having been asked for: before the workspace is rendered, so that both are shown at the same time, or when the workspace is
 * idle, so that the first use need not wait. All other code is loaded when it is first used.
 */
type PreloadStage = 'workspace' | 'idle';

const preloaders: { readonly stage: PreloadStage; readonly load: () => Promise<unknown> }[] = [];

/**
 * From the moment it is loaded it runs at once: a second `import()` resolves only after keys that were pressed meanwhile, which would act on the old
 * selection, or be shortcuts instead of being typed into the dialog of the action.
 */
export interface LazyCode<Code> {
  /** Returns what `use` returns, or a promise of it while the code is loading. */
  readonly run: <Result>(use: (code: Code) => Result) => Result | Promise<Result>;
  readonly load: () => Promise<Code>;
  /** Undefined until it is loaded. */
  readonly read: () => Code | undefined;
}

export function lazyCode<Code extends object>(load: () => Promise<Code>, preloadedWith?: PreloadStage): LazyCode<Code> {
  let loaded: Code | undefined;
  let loading: Promise<Code> | undefined;
  async function loadOnce(): Promise<Code> {
    try {
      loading ??= load();
      loaded = await loading;
      return loaded;
    } catch (error) {
      // The next attempt may succeed.
      loading = undefined;
      throw error;
    }
  }
  if (preloadedWith) preloaders.push({ stage: preloadedWith, load: loadOnce });
  return { run: (use) => (loaded ? use(loaded) : loadOnce().then(use)), load: loadOnce, read: () => loaded };
}

/** Suspends while it is loading; rendered without delay once it is loaded. */
export interface LazyComponent<Props extends object> extends FunctionComponent<Props> {
  readonly load: () => Promise<unknown>;
}

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  preloadedWith?: PreloadStage,
): LazyComponent<Props> {
  const code = lazyCode(load, preloadedWith);
  /** React requires the same promise at each attempt to render, also where it is rejected. */
  let rendered: Promise<ComponentType<Props>> | undefined;
  function LazyContent(props: Props) {
    const Content = code.read();
    if (Content) return createElement(Content, props);
    rendered ??= code.load();
    return createElement(use(rendered), props);
  }
  return Object.assign(LazyContent, { load: code.load });
}

/** What cannot be loaded is reported when it is used. */
export async function preloadCode(stage: PreloadStage): Promise<void> {
  await Promise.allSettled(preloaders.filter((each) => each.stage === stage).map(({ load }) => load()));
}
