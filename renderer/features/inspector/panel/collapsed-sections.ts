/** Which sections of the inspector are collapsed. It is the same for all records and is kept between starts. */
import { asStrings, createStoredState } from '../../../state/stored-state.ts';

export const collapsedSectionsStore = createStoredState<{ readonly collapsed: readonly string[] }>({
  topic: 'inspector',
  parse: ({ collapsed }) => ({ collapsed: asStrings(collapsed) }),
  upgrade: () => ({}),
});

export const toggleSection = (name: string): void =>
  collapsedSectionsStore.setState(({ collapsed }) => ({
    collapsed: collapsed.includes(name) ? collapsed.filter((each) => each !== name) : [...collapsed, name],
  }));
