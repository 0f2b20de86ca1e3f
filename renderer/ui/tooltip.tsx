/** A few words about what is under the pointer or has the focus, with the keys that do the same. */
import { type ReactNode, useState } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import './tooltip.css';
import { ShortcutKeys } from './shortcut-keys.tsx';

/** Whether the user came to where they are by the pointer or by walking with the keyboard. What appears under a resting pointer was not come to. */
let hasMovedDeliberately = true;
const trackInput = (event: Event): void => {
  if (event instanceof KeyboardEvent) hasMovedDeliberately = /^(?:Tab|F6|Home|End|Arrow\w+|Page\w+)$/.test(event.key);
  else if (event.type === 'pointerdown') hasMovedDeliberately = false;
  else if (event instanceof PointerEvent && (event.movementX !== 0 || event.movementY !== 0)) hasMovedDeliberately = true;
};
for (const name of ['keydown', 'pointermove', 'pointerdown']) globalThis.window?.addEventListener(name, trackInput, true);

/**
 * Around a button. Escape hides the tooltip first: so none shows where the keyboard was only given back, by a dialog that has closed or
 * a row that has changed. There the next Escape is meant for what lies below.
 */
export function WithTooltip({ text, keys, children }: { text: string; keys?: string | undefined; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={500} isOpen={isOpen} onOpenChange={(opens) => setOpen(opens && hasMovedDeliberately)}>
      {children}
      <AriaTooltip className="tooltip" offset={6}>
        {text}
        {keys && <ShortcutKeys keys={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
