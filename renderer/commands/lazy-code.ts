/**
 * Code of actions that the first load of the window does not need. From the moment it is loaded it runs at once: a second `import()` resolves only after keys that were
 * pressed meanwhile, which would act on the old selection, or be shortcuts instead of being typed into the dialog of the action.
 */
export interface LazyCode<Module> {
  /** Returns what `use` returns, or a promise of it while the code is loading. */
  readonly run: <Result>(use: (module: Module) => Result) => Result | Promise<Result>;
}

const preloaders = new Set<() => Promise<unknown>>();

export function lazyCode<Module>(load: () => Promise<Module>): LazyCode<Module> {
  let loaded: { readonly module: Module } | undefined;
  let loading: Promise<Module> | undefined;
  async function loadOnce(): Promise<Module> {
    try {
      loading ??= load();
      const module = await loading;
      loaded = { module };
      return module;
    } catch (error) {
      // The next attempt may succeed.
      loading = undefined;
      throw error;
    }
  }
  preloaders.add(loadOnce);
  return { run: (use) => (loaded ? use(loaded.module) : loadOnce().then((module) => use(module))) };
}

/** Loads the code of all actions, so that the first use need not wait either. What cannot be loaded is reported when it is used. */
export function preloadActionCode(): void {
  for (const load of preloaders) void load().catch(() => undefined);
}
