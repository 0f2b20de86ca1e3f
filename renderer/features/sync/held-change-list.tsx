/** (G30) The changes of a project that are held back, each with its reason, both texts, and a button that sends it simplified. */

import { CloudUpload } from 'lucide-react';
import type { HeldChange } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button } from '../../ui/button.tsx';
import { formatConflictValue } from './format-conflict-value.ts';
import { ReportItem } from './report-item.tsx';
import { sendSimplified } from './send-simplified.ts';
import { useHeldChanges } from './use-conflicts.ts';

export function HeldChangeList({ hash }: { hash: string }) {
  const held = useHeldChanges(hash);
  if (held === null) return null;
  if (held.length === 0) return <p className="sync-none">{t('sync.heldList.none')}</p>;
  return (
    <div className="reports">
      <p>{t('sync.heldList.hint')}</p>
      {held.length > 1 && (
        <Button
          icon={CloudUpload}
          onPress={() =>
            void sendSimplified(
              hash,
              held.map(({ id }) => id),
            )
          }
        >
          {t('sync.heldList.sendAll')}
        </Button>
      )}
      <ul>
        {held.map((change) => (
          <HeldChangeItem key={change.id} change={change} />
        ))}
      </ul>
    </div>
  );
}

function HeldChangeItem({ change }: { change: HeldChange }) {
  const { id, hash, kind, record, title, location, field, locale, reason } = change;
  const label = useProject((project) => localizedFieldLabel(kind, field, locale ?? undefined, project));
  return (
    <ReportItem
      heading={label}
      title={title}
      location={location}
      recordId={record}
      buttons={
        <Button
          icon={CloudUpload}
          variant="quiet"
          aria-label={t('sync.heldList.sendNamed', { field: label, title })}
          onPress={() => void sendSimplified(hash, [id])}
        >
          {t('sync.heldList.send')}
        </Button>
      }
    >
      <p>{t(reason)}</p>
      <HeldTexts change={change} />
    </ReportItem>
  );
}

function HeldTexts({ change: { local, remote } }: { change: HeldChange }) {
  const { project } = openProjectStore.getState();
  const plainText = (html: string | null) => formatConflictValue(project, { kind: 'element', field: 'content' }, html);
  const remoteText = plainText(remote);
  return (
    <dl className="report-values">
      <div>
        <dt>{t('sync.reportList.remote')}</dt>
        <dd>{remoteText}</dd>
      </div>
      <div>
        <dt>{t('sync.reportList.local')}</dt>
        <dd>{remoteText === '' ? plainText(local) : <WordDiff before={remoteText} after={plainText(local)} />}</dd>
      </div>
    </dl>
  );
}
