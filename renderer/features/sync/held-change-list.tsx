/** (G30) The changes of a project that are held back, each with its reason, both texts, and a button that sends it simplified. */

import { ArrowUpRight, CloudUpload } from 'lucide-react';
import type { HeldChange } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { goToRecord, isReachable } from '../../navigation/go-to-record.ts';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatConflictValue } from './format-conflict-value.ts';
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
  const canGo = useProject((project) => isReachable(project, { id: record }));
  return (
    <li className="report">
      <div className="report-head">
        <div className="report-about">
          <strong>{label}</strong>
          <span>{title}</span>
          <span className="sync-facts">{location.join(' › ')}</span>
        </div>
        <div className="report-tools">
          {canGo && (
            <IconButton icon={ArrowUpRight} label={t('sync.reportList.goTo', { title })} onPress={() => goToRecord({ id: record })} />
          )}
          <Button
            icon={CloudUpload}
            variant="quiet"
            aria-label={t('sync.heldList.sendNamed', { field: label, title })}
            onPress={() => void sendSimplified(hash, [id])}
          >
            {t('sync.heldList.send')}
          </Button>
        </div>
      </div>
      <p>{t(reason)}</p>
      <HeldTexts change={change} />
    </li>
  );
}

function HeldTexts({ change: { local, remote } }: { change: HeldChange }) {
  const { project } = openProjectStore.getState();
  const plainText = (html: string | null) => formatConflictValue(project, { kind: 'element', field: 'content' }, html);
  const remoteText = plainText(remote);
  return (
    <dl className="report-both">
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
