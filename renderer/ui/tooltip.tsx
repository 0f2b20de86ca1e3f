/** Tooltips for the hovered or focused control, with its shortcut. */
import { type ReactNode, useState } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import './tooltip.css';
import { ShortcutKeys } from './shortcut-keys.tsx';

/** Whether the user reached the current control with the pointer or the keyboard. A control that appears under a resting pointer was not reached. */
let hasMovedDeliberately = true;
const trackInput = (event: Event): void => {
  if (event instanceof KeyboardEvent) hasMovedDeliberately = /^(?:Tab|F6|Home|End|Arrow\w+|Page\w+)$/.test(event.key);
  else if (event.type === 'pointerdown') hasMovedDeliberately = false;
  else if (event instanceof PointerEvent && (event.movementX !== 0 || event.movementY !== 0)) hasMovedDeliberately = true;
};
for (const name of ['keydown', 'pointermove', 'pointerdown']) globalThis.window?.addEventListener(name, trackInput, true);

/**
 * Wraps a button. The first Escape hides a tooltip. So no tooltip opens when the focus was only restored, by a dialog that closed or a
 * row that changed: the next Escape is meant for the layer below.
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
