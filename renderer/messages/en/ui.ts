/** The parts that every view is made of. */
import { formatNumber } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';

export const uiMessages = defineMessages({
  copied: 'Copied',
  itCouldNotBe: 'It could not be copied. It is selected: please copy it with the keyboard.',
  copy: 'Copy',
  copyOf: (label: string) => `Copy: ${label}`,
  likeTheSystem: 'Like the system',
  light: 'Light',
  dark: 'Dark',
  lightOrDark: 'Light or dark',
  pane: (label: string) => `${label} pane`,
  edgeOf: (label: string) => `Edge of ${label}`,
  messages: 'Messages',
  dismiss: 'Dismiss',
  andMore: (count: number) => `and ${formatNumber(count)} more`,
});
