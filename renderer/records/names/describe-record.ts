/** The description of a record in a sentence: its kind and its name. */

import { kindLabel, kindNoun } from '../../../shared/model/kind-messages.ts';
import { type AnyRecord, itemKinds } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from './record-names.ts';

/** Child records are described by their owner, and the project as the story. */
const kindsWithNames: ReadonlySet<string> = new Set([...itemKinds, 'component', 'board', 'comment', 'asset', 'variable']);

/** Within a sentence, English writes the kind in lower case. */
export type DescriptionForm = 'standalone' | 'inSentence';

function recordNoun(record: AnyRecord | undefined, form: DescriptionForm): string | undefined {
  const standsAlone = form === 'standalone';
  if (record?.type === 'folder') return t(standsAlone ? 'board.kinds.folder' : 'assets.kinds.folder');
  if (record?.isFrame === true) return t(standsAlone ? 'board.kinds.frame' : 'board.frameNoun');
  if (!record || !kindsWithNames.has(record.kind)) return undefined;
  return t(standsAlone ? kindLabel(record.kind) : kindNoun(record.kind));
}

/** `Element “The door”`, `Component unnamed`; a child record is described by its owner. */
export function describeRecord(project: Project, id: string, form: DescriptionForm = 'standalone'): string {
  const connection = project.find('connection', id);
  if (connection) {
    const quoted = quoteName(recordName(project, sourceItemId(project, connection.sourceid)));
    if (form === 'standalone') return t('board.connectionFrom', { quoted });
    return t('find.connectionFrom', { kind: t(kindNoun('connection')), source: quoted });
  }
  const condition = project.find('condition', id);
  if (condition) return describeRecord(project, condition.branchId, form);
  const attribute = project.find('attribute', id);
  if (attribute) return describeRecord(project, attribute.cId, form);
  const record = project.get(id);
  const kind = recordNoun(record, form);
  if (kind === undefined) return t(form === 'standalone' ? 'board.kinds.project' : 'kinds.project.noun');
  const name = recordName(project, id);
  return name === '' ? t('board.recordUnnamed', { kind }) : t('board.recordNamed', { kind, name });
}

const quoteName = (name: string): string => (name === '' ? t('board.unnamedPhrase') : t('common.quoted', { name }));
const sourceItemId = (project: Project, id: string): string => project.find('condition', id)?.branchId ?? id;
