/**
 * Keeps with each record what its translations were made from, where that is another text now (shared/translated-from.ts). A translation is made
 * from its source whenever it is written; the cost is that of the records a command touches.
 */
import { same } from '../../shared/changes.ts';
import type { SingleCommand } from '../../shared/commands.ts';
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import type { LocalizedText } from '../../shared/kinds/fields.ts';
import { type Locale, PROJECT } from '../../shared/kinds/project.ts';
import { withoutLabels, withoutMentions } from '../../shared/rich-text/mentions.ts';
import { sameRichText } from '../../shared/rich-text/same.ts';
import { textIn } from '../../shared/text-in.ts';
import { type TranslatedFrom, translationKey } from '../../shared/translated-from.ts';
import type { JournalEntry } from './journal.ts';
import type { Stage } from './stage.ts';

/** After a command. Who writes a translation again, even in the same words, says that it is right (`said`). */
export function settleTranslations(stage: Stage, command: SingleCommand, said: 'said' | 'unsaid'): void {
  const old = command.do === 'take' ? new Map(command.renamed.map(([from, to]) => [to, from])) : undefined;
  settle(stage, (after) => {
    const before = stage.project.at(after.id) ?? stage.project.at(old?.get(after.id) ?? '');
    const given = said === 'said' && command.do === 'change' && command.id === after.id ? (command.fields as Record<string, unknown>) : {};
    return {
      before,
      kept: before?.translatedFrom ?? {},
      how: (field, iso) => (isNamed(given[field], iso) ? 'written' : 'compared'),
    };
  });
}

/** When a step is taken back, what its own texts were made from comes back with them; what others have written since is as after a command. */
export function settleTranslationsTakenBack(stage: Stage, entries: readonly JournalEntry[]): void {
  const steps = new Map(entries.flatMap((entry) => ('was' in entry ? [[entry.id, entry.now]] : [])));
  settle(stage, (after) => {
    const before = stage.project.at(after.id);
    const set = steps.get(after.id);
    const isTheirs = (field: string, iso: string) =>
      set?.[field] !== undefined && !same(textsIn(set, field)[iso], textsIn(before, field)[iso]);
    const isOfStep = (field: string, iso: string) => !isTheirs(field, iso);
    return {
      before,
      kept: { ...onlyWhere(after.translatedFrom, isOfStep), ...onlyWhere(before?.translatedFrom, isTheirs) },
      how: (field, iso) => (isTheirs(field, iso) ? 'compared' : 'kept'),
    };
  });
}

interface Settling {
  readonly before: AnyRecord | undefined;
  /** What is known so far. */
  readonly kept: TranslatedFrom;
  /** `written`: it is made from what its source says now. */
  readonly how: (field: string, iso: string) => 'written' | 'compared' | 'kept';
}

function settle(stage: Stage, settling: (after: AnyRecord) => Settling): void {
  const locales = stage.find('project', PROJECT)?.locales ?? [];
  if (locales.length < 2 && stage.project.root.locales.length < 2) return;
  for (const after of [...stage.puts()]) {
    const fields = Object.entries(kindNamed(after.kind).texts).filter(([, { localized }]) => localized);
    if (fields.length === 0) continue;
    const { before, kept, how } = settling(after);
    const now: Record<string, string> = {};
    const isAny = Object.keys(kept).length > 0;
    for (const [field, { holds }] of fields) {
      const [was, is, says] = [textsIn(before, field), textsIn(after, field), holds === 'plain' ? samePlain : sameInTranslation];
      if (was === is && !isAny) continue;
      for (const locale of locales) {
        const key = translationKey(field, locale.iso);
        const from = fromOf({ was, is, locale, locales, says, how: how(field, locale.iso), from: kept[key] });
        if (from !== undefined) now[key] = from;
      }
    }
    // What says nothing is not there at all, so that undo gives the very record back.
    const next = Object.keys(now).length === 0 ? undefined : now;
    if (same(next, after.translatedFrom)) continue;
    const { translatedFrom: _old, ...rest } = after;
    stage.put((next === undefined ? rest : { ...rest, translatedFrom: next }) as AnyRecord);
  }
}

interface Text {
  readonly was: LocalizedText;
  readonly is: LocalizedText;
  readonly locale: Locale;
  readonly locales: readonly Locale[];
  readonly says: (one: string, two: string) => boolean;
  readonly how: ReturnType<Settling['how']>;
  readonly from: string | undefined;
}

/** The source that a text was made from, if it is another now. A language that is given another base does not make its texts old. */
function fromOf({ was, is, locale: { iso, base }, locales, says, how, from }: Text): string | undefined {
  const [own, old] = [is[iso]?.text ?? '', was[iso]?.text ?? ''];
  if (base === null || own === '' || how === 'written') return undefined;
  if (how === 'compared' && (old === '' || !says(old, own))) return undefined;
  const [before, now] = [textIn(was, base, locales).html ?? '', textIn(is, base, locales).html ?? ''];
  const made = from ?? (how === 'compared' && before !== '' ? before : now);
  return made === now || says(made, now) ? undefined : made;
}

const none: LocalizedText = {};
const textsIn = (record: Readonly<Record<string, unknown>> | undefined, field: string): LocalizedText =>
  (record?.[field] ?? none) as LocalizedText;

/** Whether a change names a language; a text without a map is the main one's, which is translated from nothing. */
const isNamed = (given: unknown, iso: string): boolean => typeof given === 'object' && given !== null && iso in given;

const onlyWhere = (known: TranslatedFrom | undefined, is: (field: string, iso: string) => boolean): TranslatedFrom =>
  Object.fromEntries(
    Object.entries(known ?? {}).filter(([key]) => {
      const at = key.indexOf('/');
      return is(key.slice(0, at), key.slice(at + 1));
    }),
  );

const samePlain = (one: string, two: string): boolean => one === two;

/** [G22] Nobody has to translate again because something that a text mentions is called otherwise, or is gone and left its name there. */
function sameInTranslation(one: string, two: string): boolean {
  if (one === two) return true;
  return sameRichText(withoutLabels(one), withoutLabels(two)) || sameRichText(withoutMentions(one), withoutMentions(two));
}
