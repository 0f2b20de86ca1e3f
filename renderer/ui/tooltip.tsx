/** A few words about what is under the pointer or has the focus, with the keys that do the same. */
import { Tooltip as AriaTooltip } from 'react-aria-components';
import './tooltip.css';
import { Keys } from './keys.tsx';

export function Tooltip({ text, keys }: { text: string; keys?: string | undefined }) {
  return (
    <AriaTooltip className="tooltip" offset={6}>
      {text}
      {keys && <Keys keys={keys} />}
    </AriaTooltip>
  );
}
