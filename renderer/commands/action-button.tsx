/** Buttons and toolbars for registered actions. */
import type { ReactNode } from 'react';
import { Button, IconButton, IconToggle } from '../ui/button.tsx';
import type { Action, ActionName, MenuId } from './action.ts';
import { getAction } from './action-registry.ts';
import { useAction, useActionState, useMenuActions } from './use-action.ts';

interface ActionButtonProps {
  readonly name: ActionName;
  readonly look?: 'plain' | 'primary' | 'quiet';
  readonly children?: ReactNode;
}

export function ActionButton({ name, look, children }: ActionButtonProps) {
  const { icon } = getAction(name);
  const { label, isEnabled, run } = useAction(name);
  return (
    <Button {...(icon ? { icon } : {})} {...(look ? { look } : {})} isDisabled={!isEnabled} onPress={run}>
      {children ?? label}
    </Button>
  );
}

/** The buttons of all actions that are placed in this toolbar. */
export const ToolbarButtons = ({ menu }: { menu: MenuId }) =>
  useMenuActions(menu).map(({ action, placement, label }) => (
    <ToolbarButton key={action.name} action={action} {...(placement.label === undefined ? {} : { label })} />
  ));

function ToolbarButton({ action, label }: { action: Action; label?: string }) {
  const state = useActionState(action);
  if (!action.icon) return null;
  const props = { icon: action.icon, label: label ?? state.label, keys: state.shortcut };
  if (state.isSelected !== undefined) return <IconToggle {...props} isSelected={state.isSelected} onChange={state.run} />;
  return <IconButton {...props} isDisabled={!state.isEnabled} onPress={state.run} />;
}
