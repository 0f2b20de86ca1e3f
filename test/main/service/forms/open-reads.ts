/** A small story whose reads are asked for by name; each answer must be JSON and of the form that shared/answers.ts tells. */
import { expect } from 'vitest';
import { type ReadName, reads } from '../../../../main/service/reads.ts';
import { answers } from '../../../../shared/answers.ts';
import type { Project } from '../../../../shared/project.ts';
import { openStory, problemOf } from '../../engine/open-story.ts';

/** The answer of a read, held against its schema. */
export function readOf(project: Project, name: ReadName, params: Record<string, string> = {}): unknown {
  const answer: unknown = reads[name](project, params);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  expect(answers[name].safeParse(answer).error?.message).toBeUndefined();
  return answer;
}

type Params = Record<string, string>;

export function openReads() {
  const opened = openStory();
  const read = (name: ReadName, params: Params = {}) => readOf(opened.project, name, params);
  return {
    ...opened,
    read,
    list: (name: ReadName, params: Params = {}) => read(name, params) as Record<string, unknown>[],
    refusedRead: (name: ReadName, params: Params) => problemOf(() => reads[name](opened.project, params)),
  };
}
