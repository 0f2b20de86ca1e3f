/** The deleted records of the open project, as far back as the journal reaches: what was deleted, when and by whom, with a button that restores it. */
import { Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useStore } from 'zustand';
import type { RemovedRecord, RemovedRecordsPage } from '../../../shared/contracts/sync.ts';
import { appendAll } from '../../../shared/lists.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { Project } from '../../../shared/model/project.ts';
import { toReadableText } from '../../../shared/rich-text/plain-text.ts';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { diffRecords, type FieldDifference, recordDisplayName } from '../../records/diff/diff-records.ts';
import { recordName } from '../../records/names/record-names.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { useRelativeTime } from '../../ui/relative-time.ts';
import { originLabel } from './origin-label.ts';
import { restoreRecord } from './restore-record.ts';
import './history.css';

/** Position and size do not help to recognize a record, so they are not shown. */
const layoutFields = new Set(['x', 'y', 'width', 'height', 'autoHeight', 'labelLocation', 'labelWidth', 'sourceFace', 'targetFace']);
const isInformative = ({ key, after }: FieldDifference): boolean => after !== '' && !layoutFields.has(key);

export function showDeletedRecordsDialog(): void {
  const { hash } = openProjectStore.getState();
  if (hash !== null) showDialog((close) => <DeletedRecordsDialog hash={hash} close={close} />);
}

function DeletedRecordsDialog({ hash, close }: { hash: string; close: () => void }) {
  const { loaded, loadOlder } = useDeletedRecords(hash);
  return (
    <Dialog title={t('history.deleted.title')} onClose={close} width={loaded.value && loaded.value.list.length > 0 ? 960 : 440}>
      <LoadedContent loaded={loaded} label={t('history.deleted.reading')}>
        {({ list }) =>
          list.length === 0 ? <p>{t('history.deleted.none')}</p> : <DeletedRecordsView hash={hash} list={list} older={loadOlder} />
        }
      </LoadedContent>
    </Dialog>
  );
}

function DeletedRecordsView({ hash, list, older }: { hash: string; list: readonly RemovedRecord[]; older: (() => void) | null }) {
  const [last, setLast] = useState(list[0]);
  const listed = list.find(({ id }) => id === last?.id);
  // A record that is restored stays shown: another one in its place would be restored by a second press of the same button.
  const chosen = listed ?? last;
  return (
    <div className="versions list-and-detail">
      <div className="deleted-side">
        <ListBox
          className="choice-list framed"
          aria-label={t('history.deleted.title')}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={listed ? [listed.id] : []}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys;
            const next = list.find(({ id }) => id === key);
            if (next) setLast(next);
          }}
          autoFocus
        >
          {list.map((each) => (
            <Row key={each.id} removed={each} />
          ))}
        </ListBox>
        {older && <Button onPress={older}>{t('history.deleted.older')}</Button>}
      </div>
      {chosen && <DeletedRecordDetails hash={hash} removed={chosen} isListed={listed !== undefined} />}
    </div>
  );
}

function Row({ removed: { id, at, origin, record } }: { removed: RemovedRecord }) {
  const name = useProject((project) => removedRecordName(project, record));
  const when = useRelativeTime(at) ?? '';
  const about = t('history.deleted.row', { kind: t(`kinds.${record.kind}.label`), when, who: originLabel(origin) });
  return (
    <ListBoxItem id={id} className="choice-row lines" textValue={name}>
      <span className="version-time deleted-name">{name}</span>
      <span className="version-origin">{about}</span>
    </ListBoxItem>
  );
}

interface DeletedRecordDetailsProps {
  readonly hash: string;
  readonly removed: RemovedRecord;
  readonly isListed: boolean;
}

function DeletedRecordDetails({ hash, removed: { record, cascadedCount }, isListed }: DeletedRecordDetailsProps) {
  const name = useProject((project) => removedRecordName(project, record));
  const fields = useMemo(() => diffRecords(openProjectStore.getState().project, null, record).filter(isInformative), [record]);
  const restore = () => void restoreRecord({ hash, id: record.id }).catch(() => undefined);
  return (
    <section className="version" aria-label={name}>
      <section
        className="version-fields"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label={t('history.deleted.lastState')}
      >
        {fields.length === 0 && <p className="version-note">{t('history.deleted.lastStateEmpty')}</p>}
        {fields.map(({ key, label, after }) => (
          <div key={key} className="version-field">
            <h4>{label}</h4>
            <p className="deleted-value">{after}</p>
          </div>
        ))}
      </section>
      <div className="version-buttons">
        {cascadedCount > 0 && isListed && (
          <span className="version-origin">{t('history.deleted.restoredWith', { count: cascadedCount })}</span>
        )}
        <Button icon={Undo2} variant="primary" isDisabled={!isListed} onPress={restore}>
          {t('history.deleted.restore')}
        </Button>
      </div>
    </section>
  );
}

/** The name of a deleted record: its own text, or else the name of its owner or target; never empty. */
function removedRecordName(project: Project, record: AnyRecord): string {
  const root = project.get(projectRecordId);
  const alone = new Project(root ? [root, record] : [record]);
  const own = recordName(alone, record.id) || firstLine(record.name) || firstLine(record.text) || firstLine(record.script);
  if (own !== '') return own;
  const other = ['elementId', 'componentId', 'assetId', 'branchId', 'cId', 'targetid', 'sourceid']
    .map((field) => record[field])
    .find((id): id is string => typeof id === 'string' && project.has(id));
  return other === undefined ? t('history.withoutName') : t('history.belongsTo', { name: recordDisplayName(project, other) });
}

const firstLine = (value: unknown): string => (typeof value === 'string' ? (toReadableText(value).split('\n')[0] ?? '') : '');

interface DeletedRecords {
  readonly list: readonly RemovedRecord[];
  /** Where the next page begins; null after the last one. */
  readonly before: string | null;
}

/** The deleted records of the open project, newest first, loaded in pages; loaded again when the story changes. */
function useDeletedRecords(hash: string): { loaded: Loaded<DeletedRecords>; loadOlder: (() => void) | null } {
  const revision = useStore(openProjectStore, (state) => state.revision);
  const [pages, setPages] = useState(1);
  const loaded = useLoaded(() => readPages(hash, pages), [hash, pages, revision]);
  const loadOlder = loaded.value === null || loaded.value.before === null ? null : () => setPages(pages + 1);
  return { loaded, loadOlder };
}

/** Restored records disappear from their page, so all loaded pages are loaded again. */
async function readPages(hash: string, pages: number): Promise<DeletedRecords> {
  const list: RemovedRecord[] = [];
  let before: string | null = null;
  for (let page = 0; page < pages; page++) {
    const read: RemovedRecordsPage = await invoke('record.removed', { hash, ...(before === null ? {} : { before }) });
    appendAll(list, read.records);
    before = read.nextCursor;
    if (before === null) break;
  }
  return { list, before };
}
