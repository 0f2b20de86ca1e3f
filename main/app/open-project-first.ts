import type { Engine } from '../engine/engine.ts';

/**
 * Wraps a handler of a call about a project: opens the project in short slices before the handler runs, which would otherwise open it in a
 * single turn of the event loop.
 */
export const openProjectFirst =
  (engine: Pick<Engine, 'openProject'>) =>
  <Input extends { readonly hash: string }, Output>(handler: (input: Input) => Output | Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    await engine.openProject(input.hash);
    return handler(input);
  };
