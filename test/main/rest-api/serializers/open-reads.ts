/** A small story with its reads by name; each answer must be JSON and match the schema of shared/contracts/rest/replies.ts. */
import { expect } from 'vitest';
import { readHandlers } from '../../../../main/rest-api/handlers/read-handlers.ts';
import { replySchemaFor } from '../../../../shared/contracts/rest/replies.ts';
import type { ReadRouteName } from '../../../../shared/contracts/rest/routes/routes.ts';
import { routes } from '../../../../shared/contracts/rest/routes/routes.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { openStory, problemOf } from '../../engine/open-story.ts';

/** The answer of a read, validated by its schema. */
export function readOf(project: Project, name: ReadRouteName, params: Record<string, string> = {}): unknown {
  const answer: unknown = readHandlers[name](project, params);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  const route = routes.find((each) => each.name === name);
  const schema = route && replySchemaFor(route);
  expect(schema, name).toBeDefined();
  expect(schema?.safeParse(answer).error?.message).toBeUndefined();
  return answer;
}

type Params = Record<string, string>;

export function openReads() {
  const opened = openStory();
  const read = (name: ReadRouteName, params: Params = {}) => readOf(opened.project, name, params);
  return {
    ...opened,
    read,
    list: (name: ReadRouteName, params: Params = {}) => read(name, params) as Record<string, unknown>[],
    refusedRead: (name: ReadRouteName, params: Params) => problemOf(() => readHandlers[name](opened.project, params)),
  };
}
