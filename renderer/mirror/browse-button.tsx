/** Above the list of projects: the way to the projects of a workspace, or to the first workspace. */
import { Cloud } from 'lucide-react';
import { ActionButton } from '../actions/action-button.tsx';
import { useMirrors } from '../state/mirrors.ts';
import { mirrorWords, remoteWords } from '../words/en/mirror.ts';

export function BrowseButton() {
  const hasRemotes = useMirrors(({ remotes }) => remotes.length > 0);
  return (
    <ActionButton name="browseWorkspaces" icon={Cloud}>
      {hasRemotes ? mirrorWords.browse : remoteWords.connect}
    </ActionButton>
  );
}
