/** Finds text in all names, texts and scripts of the open project; Enter goes to a result. With a second field it replaces text, after a preview. */

import { CaseSensitive, WholeWord } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { runAction } from '../../commands/action-registry.ts';
import { t } from '../../messages/translate.ts';
import { openLocalComment } from '../../navigation/comments/comments-state.ts';
import { goToRecord } from '../../navigation/go-to-record.ts';
import { openProjectStore, useProject } from '../../state/open-project.ts';
import { selectionStore } from '../../state/selection.ts';
import { IconToggle } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showDialog } from '../../ui/dialog-store.ts';
import { createFilter, hasActiveFilters, setQuery, useFindState } from './find-state.ts';
import './find.css';
import { type SearchHit, type SearchResult, useTextIndex } from '../../records/search/text-index.ts';
import { FindFilters } from './find-filters.tsx';
import { HitContext, hitFieldLabel, hitGroupLabel, hitRecordLabel } from './hit-labels.tsx';
import { PickList, type PickListItem } from './pick-list.tsx';
import { ReplaceView } from './replace-view.tsx';

/** The maximum number of listed results, and of replacements in one step. */
const maxHits = { find: 200, replace: 20_000 };
const noResults: SearchResult = { hits: [], total: 0 };

export const showFindDialog = (mode: 'find' | 'replace'): void => showDialog((close) => <FindDialog mode={mode} close={close} />);

function FindDialog({ mode, close }: { mode: 'find' | 'replace'; close: () => void }) {
  const { query, filters } = useFindState();
  const { texts, part } = useTextIndex();
  const { project } = texts.value;
  const hasLocales = useProject(({ projectRecord }) => projectRecord.locales.length > 1);
  const deferredQuery = useDeferredValue(query);
  const isSearching = deferredQuery.text !== '' || (mode === 'find' && hasActiveFilters(filters));
  const found = useMemo(
    () => (isSearching ? texts.value.search(deferredQuery, createFilter(project, filters), maxHits[mode]) : noResults),
    [isSearching, deferredQuery, filters, texts, project, mode],
  );
  const hits = useMemo(() => groupHits(found.hits.map((hit) => ({ hit, group: hitGroupLabel(project, hit.record) }))), [found, project]);
  const picks: PickListItem[] = (mode === 'find' ? hits : []).map(({ hit, group }, at) => ({
    id: String(at),
    group,
    content: <HitRow hit={hit} showLocale={hasLocales} />,
  }));
  const go = (at: string) => {
    const hit = hits[Number(at)]?.hit;
    if (!hit) return;
    close();
    goToHit(hit);
  };
  // While the index is still reading, there may be more results.
  const noResultsText = part === null ? t('find.results.none') : '';
  const emptyText = isSearching ? noResultsText : t('find.results.hint');
  return (
    <Dialog title={mode === 'find' ? t('find.title') : t('find.replaceTitle')} onClose={close} width={860}>
      <div className="find">
        {mode === 'find' ? (
          <PickList
            label={t('find.inputLabel')}
            placeholder={t('find.inputPlaceholder')}
            query={query.text}
            onQueryChange={(text) => setQuery({ text })}
            items={picks}
            isPending={deferredQuery !== query || part !== null}
            onPick={go}
            inputActions={<MatchToggles />}
            toolbar={<FindFilters filters={filters} />}
            emptyState={<p className="find-empty">{emptyText}</p>}
          />
        ) : (
          <ReplaceView
            hits={hits}
            options={<MatchToggles />}
            filters={<FindFilters filters={filters} />}
            showLocale={hasLocales}
            go={goToHit}
            close={close}
          />
        )}
        <footer className="find-foot" role="status">
          {isSearching && (
            <span>{mode === 'find' ? hitCountLabel(found.total, hits.length) : t('find.results.matches', { count: found.total })}</span>
          )}
          {part !== null && <span>{t('find.results.indexing', { part })}</span>}
        </footer>
      </div>
    </Dialog>
  );
}

function MatchToggles() {
  const { matchCase, wholeWords } = useFindState().query;
  return (
    <>
      <IconToggle
        icon={CaseSensitive}
        label={t('find.option.matchCase')}
        isSelected={matchCase}
        onChange={(isSelected) => setQuery({ matchCase: isSelected })}
      />
      <IconToggle
        icon={WholeWord}
        label={t('find.option.wholeWords')}
        isSelected={wholeWords}
        onChange={(isSelected) => setQuery({ wholeWords: isSelected })}
      />
    </>
  );
}

const hitCountLabel = (total: number, shown: number): string =>
  total > shown ? t('find.results.foundFirst', { count: total, shown }) : t('find.results.found', { count: total });

/** Groups are listed in the order of their first result. */
function groupHits(all: readonly { hit: SearchHit; group: string }[]): { hit: SearchHit; group: string }[] {
  const groups = new Map<string, { hit: SearchHit; group: string }[]>();
  for (const each of all) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return [...groups.values()].flat();
}

function HitRow({ hit, showLocale }: { hit: SearchHit; showLocale: boolean }) {
  const { project } = openProjectStore.getState();
  return (
    <>
      <span className="hit-record">
        <span className="hit-name">{hitRecordLabel(project, hit.record)}</span> <small>{hitFieldLabel(hit.part, showLocale)}</small>
      </span>
      <HitContext hit={hit} />
    </>
  );
}

function goToHit({ record, part }: SearchHit): void {
  if (part.localCommentId !== undefined) {
    goToRecord(record);
    openLocalComment(record.id, part.localCommentId);
    return;
  }
  if (record.kind === 'variable') {
    runAction('variables');
    return;
  }
  const { project } = openProjectStore.getState();
  if (part.locale !== null && project.projectRecord.locales.some(({ iso }) => iso === part.locale))
    selectionStore.setState({ locale: part.locale === project.mainLocale ? null : part.locale });
  goToRecord(record.kind === 'reply' ? { id: String(record.commentId) } : record);
}
