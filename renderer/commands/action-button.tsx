/** Buttons and toolbars for registered actions. */
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { Button, IconButton, IconToggle } from '../ui/button.tsx';
import { WithTooltip } from '../ui/tooltip.tsx';
import type { Action, MenuId } from './action.ts';
import { getAction } from './action-registry.ts';
import type { ActionName } from './feature.ts';
import { useAction, useActionState, useMenuActions } from './use-action.ts';

interface ActionButtonProps {
  readonly name: ActionName;
  readonly variant?: 'plain' | 'primary' | 'quiet';
  readonly children?: ReactNode;
}

export function ActionButton({ name, variant, children }: ActionButtonProps) {
  const { icon } = getAction(name);
  const { label, isEnabled, run } = useAction(name);
  return (
    <Button {...(icon ? { icon } : {})} {...(variant ? { variant } : {})} isDisabled={!isEnabled} onPress={run}>
      {children ?? label}
    </Button>
  );
}

/** The buttons of all actions that are placed in this toolbar. */
export const ToolbarButtons = ({ menu, showsLabels = false }: { menu: MenuId; showsLabels?: boolean }) =>
  useMenuActions(menu).map(({ action, placement, label }) => (
    <ToolbarButton key={action.name} action={action} showsLabel={showsLabels} {...(placement.label === undefined ? {} : { label })} />
  ));

function ToolbarButton({ action, label, showsLabel }: { action: Action; label?: string; showsLabel: boolean }) {
  const state = useActionState(action);
  if (!action.icon) return null;
  if (showsLabel) return <LabelledButton action={action} label={label ?? state.label} />;
  const props = { icon: action.icon, label: label ?? state.label, keys: state.shortcut };
  if (state.isSelected !== undefined)
    return <IconToggle {...props} isSelected={state.isSelected} isDisabled={!state.isEnabled} onChange={state.run} />;
  return <IconButton {...props} isDisabled={!state.isEnabled} onPress={state.run} />;
}

/** Narrow toolbars show only the icon. The tooltip and the name say in full what a button does. */
function LabelledButton({ action, label }: { action: Action; label: string }) {
  const { label: fullLabel, isSelected, isEnabled, shortcut, run } = useActionState(action);
  const name = isSelected === undefined ? fullLabel : label;
  const { icon: Icon } = action;
  const content = (
    <>
      {Icon && <Icon size={16} aria-hidden />}
      <span className="toolbar-label">{label}</span>
    </>
  );
  return (
    <WithTooltip text={name} keys={shortcut}>
      {isSelected === undefined ? (
        <Button variant="quiet" data-action={action.name} aria-label={name} isDisabled={!isEnabled} onPress={run}>
          {content}
        </Button>
      ) : (
        <ToggleButton data-action={action.name} aria-label={name} isSelected={isSelected} onChange={run} className="button quiet">
          {content}
        </ToggleButton>
      )}
    </WithTooltip>
  );
}
