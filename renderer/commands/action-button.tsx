/** A button for an action of the list. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import type { ActionName } from './action.ts';
import { useAction } from './use-action.ts';

export function ActionButton({
  name,
  icon,
  look,
  children,
}: {
  name: ActionName;
  icon?: LucideIcon;
  look?: 'plain' | 'primary' | 'quiet';
  children?: ReactNode;
}) {
  const { label, enabled, run } = useAction(name);
  return (
    <Button {...(icon ? { icon } : {})} {...(look ? { look } : {})} isDisabled={!enabled} onPress={run}>
      {children ?? label}
    </Button>
  );
}

export function ActionIconButton({ name, icon, label }: { name: ActionName; icon: LucideIcon; label?: string }) {
  const action = useAction(name);
  return <IconButton icon={icon} label={label ?? action.label} keys={action.keys} isDisabled={!action.enabled} onPress={action.run} />;
}
