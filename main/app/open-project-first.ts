import type { Engine } from '../engine/engine.ts';

/**
 * Wraps a handler of a call about a project: the project is opened in short slices first, because the handler would open it in one turn of the event
 * loop.
 */
export const openProjectFirst =
  (engine: Pick<Engine, 'openProject'>) =>
  <Input extends { readonly hash: string }, Output>(handler: (input: Input) => Output | Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    await engine.openProject(input.hash);
    return handler(input);
  };
