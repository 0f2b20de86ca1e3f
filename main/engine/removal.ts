/**
 * What else goes or changes when records go: their holders, as each kind's reference rules say (`cascade`, `clear`,
 * `drop`, `refuse`), and texts that mention them (the mention is unwrapped, its words stay: G22).
 */
import { type AnyRecord, kindNamed } from '../../shared/kinds/all.ts';
import { conflict } from '../../shared/problem.ts';
import { type Reference, referencesOf, textsOf, withText } from '../../shared/references.ts';
import { unwrapMention } from '../../shared/rich-text/mentions.ts';
import type { Stage } from './stage.ts';

/** Completes the removals of a stage. Its cost is that of the holders, not of the project. */
export function settleRemovals(stage: Stage): void {
  const queue = [...stage.removals()];
  for (let gone = queue.pop(); gone !== undefined; gone = queue.pop()) {
    for (const holderId of stage.project.holdersOf(gone)) {
      const holder = stage.at(holderId);
      if (!holder) continue;
      if (letGo(holder, gone, stage) === 'goes') queue.push(holderId);
    }
  }
}

function letGo(holder: AnyRecord, gone: string, stage: Stage): 'goes' | 'stays' {
  let after = holder;
  for (const reference of referencesOf(holder)) {
    if (reference.id !== gone) continue;
    switch (reference.rule.whenGone) {
      case 'cascade':
        stage.remove(holder.id);
        return 'goes';
      case 'refuse':
        throw conflict('invalid_target', `The ${kindNamed(holder.kind).label} ${holder.id} still needs it.`, {
          kind: holder.kind,
          id: holder.id,
        });
      case 'clear':
        after = { ...after, [reference.rule.clears ?? reference.path]: null };
        break;
      case 'drop':
        after = withoutEntries(after, reference, gone);
    }
  }
  for (const text of textsOf(after)) {
    if (text.rule.holds === 'plain' || !text.text.includes(gone)) continue;
    const unwrapped = unwrapMention(text.text, gone);
    if (unwrapped !== text.text) after = withText(after, text, unwrapped);
  }
  if (after !== holder) stage.put(after);
  return 'stays';
}

/** Leaves the entries of a list out that name `gone`; an emptied list is null ([Attribute] empty lists are stored as null). */
function withoutEntries(record: AnyRecord, { path }: Reference, gone: string): AnyRecord {
  const [listPath = '', key = ''] = path.split('[].');
  const [field = '', inner = ''] = listPath.split('.');
  const held = record[field] as Record<string, unknown>;
  const list = (held[inner] ?? []) as Record<string, unknown>[];
  const left = list.filter((entry) => entry[key] !== gone);
  return { ...record, [field]: { ...held, [inner]: left.length > 0 ? left : null } };
}
