/** Connections as the service shows them ([Connection]): a list has the label as a string, a single read as the localized map. */
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import type { Project } from '../../../shared/model/project.ts';
import { mainLocaleText, serializeLocalizedText } from './localized-text.ts';
import { requireBoard, requireRecord } from './require-record.ts';

export function serializeBoardConnections(project: Project, boardId: string) {
  const main = project.mainLocale;
  return project
    .children('connection', requireBoard(project, boardId).id, 'connections')
    .map((connection) => toConnectionJson(connection, mainLocaleText(connection.label, main)));
}

export function serializeConnection(project: Project, connectionId: string) {
  const connection = requireRecord(project, 'connection', connectionId);
  return toConnectionJson(connection, serializeLocalizedText(connection.label, project));
}

function toConnectionJson<Label>(connection: StoryRecord<'connection'>, label: Label) {
  const { id, boardId, sourceid, sourceType, targetid, targetType, sourceFace, targetFace, labelLocation, labelWidth, theme, type } =
    connection;
  return { id, boardId, sourceid, sourceType, targetid, targetType, sourceFace, targetFace, label, labelLocation, labelWidth, theme, type };
}
