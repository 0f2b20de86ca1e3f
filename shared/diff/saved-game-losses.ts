/**
 * What a game loses that was saved with an earlier state of the story. Plug-ins save the values of variables by their ids and types, and where the
 * player is by the ids of elements, conditions and boards.
 */
import { type Message, message } from '../messages/message.ts';
import type { AnyRecord, KindName } from '../model/kinds/kinds.ts';
import type { Project } from '../model/project.ts';
import { recordTitle } from '../model/record-title.ts';
import { parseConditionSource } from '../rich-text/script-source.ts';

export interface SavedGameLoss {
  readonly kind: KindName;
  readonly id: string;
  readonly message: Message;
}

/** The maximum number of characters of a script that a message quotes. */
const maxQuotedLength = 100;

/** The losses in the order of the earlier story. Each yield is a point at which a long comparison may pause. */
export function* findSavedGameLosses(before: Project, after: Project): Generator<undefined, SavedGameLoss[]> {
  const names = new Set<string>();
  for (const record of after.records()) {
    const variable = variableOf(record, after);
    if (variable) names.add(variable.name);
    yield;
  }
  const losses: SavedGameLoss[] = [];
  for (const record of before.records()) {
    const text = lossOf(record, before, after, names);
    if (text) losses.push({ kind: record.kind, id: record.id, message: text });
    yield;
  }
  return losses;
}

function lossOf(record: AnyRecord, before: Project, after: Project, names: ReadonlySet<string>): Message | null {
  const found = after.get(record.id);
  const left = found?.kind === record.kind ? found : undefined;
  const variable = variableOf(record, before);
  if (variable) {
    const { name, type } = variable;
    const now = left && variableOf(left, after);
    if (!now) return message(names.has(name) ? 'targets.savedGames.otherVariable' : 'targets.savedGames.variableGone', { name });
    return now.type === type ? null : message('targets.savedGames.variableType', { name, before: type, after: now.type });
  }
  if (left) return null;
  if (record.kind === 'element') return message('targets.savedGames.elementGone', { name: recordTitle(record, before) });
  if (record.kind === 'board' && record.type === 'board')
    return message('targets.savedGames.boardGone', { name: recordTitle(record, before) });
  if (record.kind !== 'condition') return null;
  const script = typeof record.script === 'string' ? parseConditionSource(record.script).text.slice(0, maxQuotedLength) : '';
  return message('targets.savedGames.conditionGone', { script, hasScript: script !== '' });
}

/** A variable, or an attribute that newer plug-ins read as a variable of its board or component (`hero.hp`). */
function variableOf(record: AnyRecord, story: Project): { readonly name: string; readonly type: string } | null {
  const variable = story.find('variable', record.id);
  if (variable) return { name: variable.name, type: variable.type };
  const attribute = story.find('attribute', record.id);
  if (!attribute?.customId) return null;
  const { value } = attribute;
  if (value.type === 'component-list' || value.type === 'asset-list' || (value.type === 'string' && !value.plain)) return null;
  const owner = story.find('board', attribute.cId) ?? story.find('component', attribute.cId);
  return owner?.customId ? { name: `${owner.customId}.${attribute.customId}`, type: value.type } : null;
}
