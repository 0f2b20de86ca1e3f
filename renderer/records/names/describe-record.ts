/** The description of a record in a sentence: its kind and its name. */

import { kindLabel } from '../../../shared/messages/kind-messages.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { t } from '../../messages/translate.ts';
import { recordName } from './record-names.ts';

const kindLabels = (): Readonly<Record<string, string>> => ({
  element: t('board.kinds.element'),
  component: t('board.kinds.component'),
  board: t('board.board'),
  note: t('board.kinds.note'),
  branch: t('board.kinds.branch'),
  jumper: t('board.kinds.jumper'),
  comment: t('board.kinds.comment'),
  asset: t(kindLabel('asset')),
  variable: t(kindLabel('variable')),
});

function recordNoun(record: AnyRecord | undefined): string | undefined {
  if (record?.type === 'folder') return t('board.kinds.folder');
  return record?.isFrame === true ? t('board.kinds.frame') : kindLabels()[record?.kind ?? ''];
}

/** `Element “The door”`, `Component without a name`; a child record is described by its owner. */
export function describeRecord(project: Project, id: string): string {
  const connection = project.find('connection', id);
  if (connection) return t('board.connectionFrom', { quoted: quoteName(recordName(project, sourceItemId(project, connection.sourceid))) });
  const condition = project.find('condition', id);
  if (condition) return describeRecord(project, condition.branchId);
  const attribute = project.find('attribute', id);
  if (attribute) return describeRecord(project, attribute.cId);
  const record = project.get(id);
  const title = recordNoun(record);
  return title === undefined ? t('board.kinds.project') : `${title} ${quoteName(recordName(project, id))}`;
}

const quoteName = (name: string): string => (name === '' ? t('board.unnamedPhrase') : t('common.quoted', { name }));
const sourceItemId = (project: Project, id: string): string => project.find('condition', id)?.branchId ?? id;
