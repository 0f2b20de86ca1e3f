/** One conflict: its subject, the base, local and remote values side by side with word differences, and the resolutions. */
import { ArrowDown, ArrowUp, ArrowUpRight } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import type { Conflict, ConflictDetails, ConflictResolution } from '../../../shared/contracts/sync.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import type { UnsavedDraft } from '../../editors/fields/draft.ts';
import { DraftNotices } from '../../editors/fields/field.tsx';
import { RichTextControl } from '../../editors/text/rich-text-control.tsx';
import { t } from '../../messages/translate.ts';
import { isReachable } from '../../navigation/go-to-record.ts';
import { invoke } from '../../platform/bridge.ts';
import { MediaView } from '../../records/assets/media-view.tsx';
import { localizedFieldLabel } from '../../records/diff/diff-records.ts';
import { WordDiff } from '../../records/diff/word-diff.tsx';
import { useProject, useRecord } from '../../state/open-project.ts';
import type { Loaded } from '../../state/use-loaded.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { conflictShortcuts } from './conflict-shortcuts.ts';
import { editorForField, formatConflictValue } from './format-conflict-value.ts';
import '../../ui/field.css';
import '../../ui/menu.css';
import '../../editors/text/editor.css';

interface ConflictViewProps {
  readonly conflict: Conflict;
  readonly loaded: Loaded<ConflictDetails>;
  readonly onResolve: (resolution: ConflictResolution) => void;
  readonly goTo: () => void;
  readonly onStep: (by: 1 | -1) => void;
  /** Whether there are other conflicts to step to. */
  readonly hasOthers: boolean;
  /** As edited here, for a conflict that can be resolved with a text. */
  readonly mergedText: string;
  readonly setMergedText: (text: string) => void;
  /** A merged text that was edited for other values. */
  readonly earlierText: UnsavedDraft | null;
}

export function ConflictView({
  conflict,
  loaded,
  onResolve,
  goTo,
  onStep,
  hasOthers,
  mergedText,
  setMergedText,
  earlierText,
}: ConflictViewProps) {
  const { choices, message } = conflict;
  const details = loaded.value;
  const subject = useProject((project) => conflictSubject(project, conflict));
  const canGo = useProject((project) => isReachable(project, { id: conflict.record }));
  const editor = choices.text ? editorForField(conflict) : null;
  const merged = details?.merged ?? null;
  // The editor follows in a task of its own: together with the compared texts it would block the window for longer than a few frames.
  const edited = useDeferredValue(details);
  return (
    <article className="conflict" aria-label={subject}>
      <header className="conflict-head">
        <h3>{subject}</h3>
        {hasOthers && (
          <IconButton icon={ArrowUp} label={t('conflicts.previous')} keys={conflictShortcuts.previous} onPress={() => onStep(-1)} />
        )}
        {hasOthers && <IconButton icon={ArrowDown} label={t('conflicts.next')} keys={conflictShortcuts.next} onPress={() => onStep(1)} />}
        {canGo && <IconButton icon={ArrowUpRight} label={t('conflicts.goTo')} keys={conflictShortcuts.goTo} onPress={goTo} />}
      </header>
      <p className="conflict-message">
        <strong>{t('conflicts.reason', { reason: conflictReason(conflict) })}</strong> {t(message)}
      </p>
      <LoadedContent loaded={loaded}>{() => null}</LoadedContent>
      <div className="conflict-columns">
        {details?.field === 'file' && <ConflictFiles conflict={details} />}
        {details && details.field !== 'file' && details.reason !== 'disappeared' && <ConflictValues conflict={details} />}
        {edited && editor !== null && (
          <MergedTextEditor
            editor={editor}
            lang={conflict.locale}
            value={mergedText}
            onChange={setMergedText}
            earlierText={earlierText}
            startingPoints={{
              base: textOfValue(edited.base),
              local: textOfValue(edited.local),
              remote: textOfValue(edited.remote),
              merged: edited.merged,
            }}
          />
        )}
      </div>
      <footer className="conflict-resolutions">
        <ResolutionButton
          description={choices.local && t(choices.local)}
          label={t('conflicts.useLocal')}
          keys={conflictShortcuts.useLocal}
          onPress={() => onResolve({ choice: 'local' })}
        />
        <ResolutionButton
          description={choices.remote && t(choices.remote)}
          label={t('conflicts.useRemote')}
          keys={conflictShortcuts.useRemote}
          onPress={() => onResolve({ choice: 'remote' })}
        />
        {merged !== null && (
          <ResolutionButton
            description={t('conflicts.choice.bothChanged.merged')}
            label={t('conflicts.useMerged')}
            keys={conflictShortcuts.useMerged}
            onPress={() => onResolve({ text: merged })}
          />
        )}
        {details && editor !== null && (
          <ResolutionButton
            description=""
            label={t('conflicts.useText')}
            keys={conflictShortcuts.use}
            onPress={() => onResolve({ text: mergedText })}
          />
        )}
      </footer>
    </article>
  );
}

export const textOfValue = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `description` is the effect of the resolution; null if this resolution is not possible. */
function ResolutionButton({
  description,
  label,
  keys,
  onPress,
}: {
  description: string | null;
  label: string;
  keys: string;
  onPress: () => void;
}) {
  const id = useId();
  if (description === null) return null;
  return (
    <div className="answer">
      <Button onPress={onPress} aria-describedby={id}>
        {label}
        <ShortcutKeys keys={keys} />
      </Button>
      <span id={id}>{description}</span>
    </div>
  );
}

/** The file of an asset that both sides replaced. There is no base value: the previous file is no longer stored. */
function ConflictFiles({ conflict: { hash, record, local, remote } }: { conflict: ConflictDetails }) {
  const asset = useRecord('asset', record);
  const sides = [
    { label: t('conflicts.versions.local'), file: local },
    { label: t('conflicts.versions.remote'), file: remote },
  ];
  return sides.map(({ label, file }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section key={label} className="conflict-value" aria-label={label} tabIndex={0}>
      <h4>{label}</h4>
      {asset && <ConflictFile hash={hash} asset={asset} file={typeof file === 'string' ? file : null} />}
    </section>
  ));
}

/** Marks what each side changed against the base, and what the proposal would; without a base, marks the remote value against the local one. */
function ConflictValues({ conflict }: { conflict: ConflictDetails }) {
  const { base, local, remote, merged } = useProject((project) => ({
    base: sideText(project, conflict, 'base'),
    local: sideText(project, conflict, 'local'),
    remote: sideText(project, conflict, 'remote'),
    merged: conflict.merged === null ? null : formatConflictValue(project, conflict, conflict.merged),
  }));
  const hasBase = hasBaseValue(conflict);
  const { locale: lang } = conflict;
  return (
    <>
      {hasBase && <ConflictValue label={t('conflicts.versions.base')} missing={null} before={base} after={base} lang={lang} />}
      <ConflictValue
        label={t('conflicts.versions.local')}
        missing={missingValueLabel(conflict, 'local')}
        before={hasBase ? base : local}
        after={local}
        lang={lang}
        isFormattingOnly={hasBase && base === local && conflict.base !== conflict.local}
      />
      <ConflictValue
        label={t('conflicts.versions.remote')}
        missing={missingValueLabel(conflict, 'remote')}
        before={hasBase ? base : local}
        after={remote}
        lang={lang}
        isFormattingOnly={hasBase && base === remote && conflict.base !== conflict.remote}
      />
      {merged !== null && <ConflictValue label={t('conflicts.versions.merged')} missing={null} before={base} after={merged} lang={lang} />}
    </>
  );
}

/** Places are only shown in words. */
const sideText = (project: Project, conflict: ConflictDetails, side: 'base' | 'local' | 'remote'): string =>
  conflict.reason === 'movedDifferently' ? t(conflict.summaries[side]) : formatConflictValue(project, conflict, conflict[side]);

interface ConflictValueProps {
  readonly label: string;
  /** A short reason why there is no value; null if there is one. */
  readonly missing: string | null;
  readonly before: string;
  readonly after: string;
  readonly lang: string | null;
  readonly isFormattingOnly?: boolean;
}

function ConflictValue({ label, missing, before, after, lang, isFormattingOnly = false }: ConflictValueProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="conflict-value" aria-label={label} tabIndex={0}>
      <h4>{label}</h4>
      {missing !== null ? <p className="value-none">{missing}</p> : <WordDiff before={before} after={after} lang={lang} />}
      {missing === null && after === '' && before === '' && <p className="value-none">{t('conflicts.emptyValue')}</p>}
      {isFormattingOnly && missing === null && <p className="value-none">{t('conflicts.formattingOnly')}</p>}
    </section>
  );
}

interface ConflictFileProps {
  readonly hash: string;
  readonly asset: StoryRecord<'asset'>;
  /** The name of the stored file. The remote file may not have been downloaded. */
  readonly file: string | null;
}

/** One side of a conflict about an asset's file: the image or a player, and the name it had when it was added. */
function ConflictFile({ hash, asset, file }: ConflictFileProps) {
  const name = useFileName(hash, file);
  if (file === null) return <p className="value-none">{t('conflicts.emptyValue')}</p>;
  if (name === null) return <p className="value-none">{t('conflicts.fileElsewhere')}</p>;
  // Nothing is requested before the file is known to be on this computer.
  if (name === undefined) return null;
  return (
    <div className="file-value">
      <MediaView key={file} asset={{ ...asset, name, file }} hash={hash} />
      <p>{name}</p>
    </div>
  );
}

/** undefined while loading; null if the file has not been downloaded. */
function useFileName(hash: string, file: string | null): string | null | undefined {
  const [located, setFound] = useState<{ file: string; name: string | null }>();
  useEffect(() => {
    let isCurrent = true;
    if (file !== null)
      invoke('asset.locate', { hash, file }).then(
        (located) => isCurrent && setFound({ file, name: located?.name ?? null }),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [hash, file]);
  return located?.file === file ? located?.name : undefined;
}

interface MergedTextEditorProps {
  readonly editor: 'rich' | 'plain';
  readonly lang: string | null;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly earlierText: UnsavedDraft | null;
  /** `merged`: null if there is no proposal. */
  readonly startingPoints: Readonly<Record<'base' | 'local' | 'remote', string>> & { readonly merged: string | null };
}

/** Edits the merged text of a conflict, starting from the base, local, remote or proposed text, in the editor of its field. */
function MergedTextEditor({ editor, lang, value, onChange, earlierText, startingPoints }: MergedTextEditorProps) {
  const id = useId();
  return (
    <section className="conflict-value edited texts" aria-labelledby={id}>
      <h4 id={id}>{t('conflicts.merged')}</h4>
      {editor === 'plain' ? (
        <div lang={lang ?? undefined}>
          <TextField label={t('conflicts.merged')} isLabelHidden value={value} onChange={onChange} lines={6} />
        </div>
      ) : (
        <RichTextControl
          name={id}
          html={value}
          change={(html) => onChange(html ?? '')}
          blur={() => undefined}
          labelledBy={id}
          describedBy={id}
          placeholder={t('conflicts.emptyValue')}
          lang={lang ?? undefined}
          line={false}
          allowsScripts
          hasError={false}
          focusRequested={false}
        />
      )}
      <div className="start-from">
        <span id={`${id}-from`}>{t('conflicts.startingPoint')}</span>
        {(['base', 'local', 'remote', 'merged'] as const).map((side) => {
          const text = startingPoints[side];
          return (
            text !== null && (
              <Button key={side} variant="quiet" aria-describedby={`${id}-from`} onPress={() => onChange(text)}>
                {t(`conflicts.versions.${side}`)}
              </Button>
            )
          );
        })}
      </div>
      <DraftNotices draft={{ error: null, unsavedDraft: earlierText }} />
    </section>
  );
}

export const conflictReason = ({ reason, otherSide }: Conflict): string => t(`conflicts.reasons.${reason}`, { remote: otherSide });

/** `Content of The door`, or the title of the record. */
export function conflictSubject(project: Project, { kind, field, locale, title }: Conflict): string {
  if (field === null) return title;
  return t('conflicts.fieldOf', { field: localizedFieldLabel(kind, field, locale ?? undefined, project), title });
}

/** Whether there is a value from before both changes to compare with. A record that was added or duplicated has none. */
export const hasBaseValue = ({ reason, base }: ConflictDetails): boolean =>
  base !== undefined && !(base === null && (reason === 'displaced' || reason === 'unconfirmedCreate' || reason === 'duplicateCreate'));

/** A short reason why a side has no value; null if it has one. */
export function missingValueLabel({ reason, field, local, remote }: ConflictDetails, side: 'local' | 'remote'): string | null {
  const value = side === 'local' ? local : remote;
  if ((value !== null && value !== undefined) || reason === 'movedDifferently') return null;
  if (reason === 'unconfirmedCreate') return t('conflicts.unknownValue');
  return field === null ? t('conflicts.deletedValue') : null;
}

/** The conflict to select after `id` has been resolved: the next one that is still open, else the previous one. */
export function nextConflictId(list: readonly Conflict[], open: readonly Conflict[], id: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  const ids = new Set(open.map((each) => each.id));
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at)).reverse()];
  return after.find((each) => ids.has(each.id) && each.id !== id)?.id ?? null;
}
