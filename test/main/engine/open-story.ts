/** A small story in an engine in memory, and a check that a rejected command changed nothing. */
import { expect } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { Command, CommandOrigin, CommandResult } from '../../../shared/model/commands.ts';
import type { Project } from '../../../shared/model/project.ts';
import { Problem, type ProblemJson } from '../../../shared/problem.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

export function openStory() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const opened = createTestStory(engine, environment);
  const { project, hash } = opened;
  /** As the API sends it, including what TypeScript would reject. */
  const api = (command: unknown): CommandResult => opened.send(command as Command, 'api');
  const send = (command: unknown, origin: CommandOrigin = 'user'): CommandResult => opened.send(command as Command, origin);
  const make = (kind: string, fields: object, more: object = {}): string => send({ do: 'create', kind, fields, ...more }).ids[0] ?? '';
  const change = (kind: string, id: string, fields: object, origin: CommandOrigin = 'api'): CommandResult =>
    send({ do: 'change', kind, id, fields }, origin);
  /** The Problem that the command throws, after a check that it changed nothing. */
  const refused = (command: unknown, origin: CommandOrigin = 'api'): ProblemJson => {
    const before = recordsOf(project);
    const { version } = engine.getVersion(hash);
    const problem = problemOf(() => opened.send(command as Command, origin));
    expect(recordsOf(project)).toEqual(before);
    expect(engine.getVersion(hash).version).toBe(version);
    return problem;
  };
  const refusedChange = (kind: string, id: string, fields: object, origin?: CommandOrigin) =>
    refused({ do: 'change', kind, id, fields }, origin);
  const refusedCreate = (kind: string, fields: object, origin?: CommandOrigin) => refused({ do: 'create', kind, fields }, origin);
  const sound = () => expect(findProjectErrors(project.records())).toEqual([]);
  return {
    ...opened,
    engine,
    environment,
    send,
    api,
    make,
    change,
    refused,
    refusedChange,
    refusedCreate,
    sound,
    roots: project.projectRecord.roots,
  };
}

export const recordsOf = (project: Project) => new Map([...project.records()].map((record) => [record.id, record]));

export function problemOf(run: () => unknown): ProblemJson {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error.json;
    throw error;
  }
  throw new Error('It was not refused');
}

/** The paths of the fields that a problem names. */
export const pathsOf = ({ errors }: ProblemJson): string[] => Object.keys(errors).sort();
