/** What changed in the story between two versions of an export, as sentences that lead to their places in the story. */

import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { StoryComparison, Target, TargetVersion } from '../../../shared/contracts/targets.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import './targets.css';

interface StoryChangesProps {
  readonly target: Pick<Target, 'id'>;
  readonly from: TargetVersion;
  readonly to: TargetVersion;
  /** Called before the window shows a place in the story. */
  readonly onLeave?: () => void;
}

/** Compares the versions as they were first given, again when the window is reconnected: later changes of `from` and `to` have no effect. */
export function StoryChanges({ target: { id }, from, to, onLeave }: StoryChangesProps) {
  const [versions] = useState({ from, to });
  const loaded = useLoaded(() => invoke('target.storyChanges', { id, ...versions }), [id, versions]);
  return (
    <LoadedContent loaded={loaded} label={t('targets.compare.progress')}>
      {(comparison) => <StoryChangeList comparison={comparison} onLeave={onLeave} />}
    </LoadedContent>
  );
}

function StoryChangeList({ comparison, onLeave }: { comparison: StoryComparison; onLeave: (() => void) | undefined }) {
  const { changes, total, reason } = comparison;
  if (reason) return <p className="story-changes-note">{t(reason)}</p>;
  if (total === 0) return <p className="story-changes-note">{t('targets.storyChanges.none')}</p>;
  return (
    <ul className="story-changes" aria-label={t('targets.storyChanges.title')}>
      {changes.map((change) => (
        <li key={`${change.kind}/${change.id}/${change.message.key}`} className={`story-change ${change.change}`}>
          <StoryChangeText change={change} onLeave={onLeave} />
        </li>
      ))}
      {total > changes.length && <li>{t('targets.storyChanges.more', { count: total - changes.length })}</li>}
    </ul>
  );
}

function StoryChangeText({ change, onLeave }: { change: StoryComparison['changes'][number]; onLeave: (() => void) | undefined }) {
  const text = t(change.message);
  if (!isReachable(openProjectStore.getState().project, change)) return <span>{text}</span>;
  const open = () => {
    onLeave?.();
    goToRecord(change);
  };
  return (
    <Button className="story-change-link" onPress={open}>
      {text}
    </Button>
  );
}
