/** The state of the story folder of the open project. Toggles its pane. Renders nothing for a project without one. */
import { CircleAlert, CircleCheck, CircleHelp, FolderGit2, Hourglass, type LucideIcon, PauseCircle, RefreshCw } from 'lucide-react';
import { useStore } from 'zustand';
import type { StoryFolder } from '../../../shared/contracts/story-folders.ts';
import { useAction } from '../../commands/use-action.ts';
import { t } from '../../messages/translate.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useStoryFolder } from '../../state/story-folders-store.ts';
import { Button } from '../../ui/button.tsx';
import type { StatusTone } from '../../ui/status-tone.ts';
import { WithTooltip } from '../../ui/tooltip.tsx';
import './story-folder.css';

export function StoryFolderChip() {
  const hash = useStore(openProjectStore, (state) => state.hash);
  const folder = useStoryFolder(hash);
  return folder && <Chip folder={folder} />;
}

function Chip({ folder }: { folder: StoryFolder }) {
  const { run, shortcut } = useAction('toggleStoryFolder');
  const { icon: Icon, tone, label } = displayFolder(folder);
  return (
    <WithTooltip text={t(folder.sentence)} keys={shortcut}>
      <Button variant="quiet" className={`story-folder-chip ${tone}`} onPress={run}>
        <Icon size={16} aria-hidden />
        <span>{label}</span>
      </Button>
    </WithTooltip>
  );
}

interface FolderDisplay {
  readonly icon: LucideIcon;
  readonly tone: StatusTone;
  readonly label: string;
}

export function displayFolder({ state, reason, branch, conflicts, problems }: StoryFolder): FolderDisplay {
  const name = branch ?? t('storyFolder.title');
  if (state === 'paused') return { icon: PauseCircle, tone: 'off', label: t('storyFolder.short.paused') };
  if (conflicts > 0) return { icon: CircleHelp, tone: 'waiting', label: t('common.counted.conflict', { count: conflicts }) };
  if (problems.length > 0)
    return { icon: CircleAlert, tone: 'waiting', label: t('storyFolder.short.problems', { count: problems.length }) };
  if (state === 'reading' || state === 'writing') return { icon: RefreshCw, tone: 'quiet', label: name };
  if (state === 'idle') return { icon: branch === null ? CircleCheck : FolderGit2, tone: 'good', label: name };
  if (reason === 'folder' || reason === 'removals') return { icon: CircleAlert, tone: 'bad', label: name };
  return { icon: Hourglass, tone: 'waiting', label: t('storyFolder.short.waiting', { name }) };
}
