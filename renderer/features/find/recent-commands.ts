/** The commands that were last chosen in the command palette, the newest first. They are kept between starts. */
import { asStrings, createStoredState } from '../../state/stored-state.ts';

const maxCommands = 5;

const recentCommandsStore = createStoredState<{ readonly names: readonly string[] }>({
  topic: 'recentCommands',
  parse: ({ names }) => ({ names: asStrings(names).slice(0, maxCommands) }),
  upgrade: () => ({}),
});

export const recentCommands = (): readonly string[] => recentCommandsStore.getState().names;

export function rememberCommand(name: string): void {
  const others = recentCommands().filter((each) => each !== name);
  recentCommandsStore.setState({ names: [name, ...others].slice(0, maxCommands) });
}
