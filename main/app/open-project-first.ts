import type { Engine } from '../engine/engine.ts';

/** Makes handlers of calls about a project open it in short slices first: they themselves would open it in one turn. */
export const openProjectFirst =
  (engine: Pick<Engine, 'openProject'>) =>
  <Input extends { readonly hash: string }, Output>(handler: (input: Input) => Output | Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    await engine.openProject(input.hash);
    return handler(input);
  };
