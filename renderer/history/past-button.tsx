/** In the head of a panel: the earlier versions of what it is about. */
import { History } from 'lucide-react';
import { ActionIcon } from '../actions/action-button.tsx';
import { useAction } from '../actions/use-action.ts';

export function PastButton() {
  const { enabled } = useAction('recordHistory');
  return enabled && <ActionIcon name="recordHistory" icon={History} />;
}
