/** A small story in an engine in memory, and a way to see that a refused command changed nothing. */
import { expect } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { Command, Origin, Reply } from '../../../shared/commands.ts';
import { Problem, type ProblemJson } from '../../../shared/problem.ts';
import type { Project } from '../../../shared/project.ts';
import { story } from '../../build.ts';
import { faultsOf } from '../../valid-project.ts';
import { stillWorld } from '../../world.ts';

export type Send = (command: Command, origin?: Origin) => Reply;

export function openStory() {
  const world = stillWorld();
  const engine = openEngine(null, world);
  const opened = story(engine, world);
  const { project, hash } = opened;
  /** As the API sends it: what TypeScript would not let through comes along too. */
  const api = (command: unknown): Reply => opened.send(command as Command, 'api');
  const send = (command: unknown, origin: Origin = 'user'): Reply => opened.send(command as Command, origin);
  const make = (kind: string, fields: object, more: object = {}): string => send({ do: 'create', kind, fields, ...more }).ids[0] ?? '';
  const change = (kind: string, id: string, fields: object, origin: Origin = 'api'): Reply =>
    send({ do: 'change', kind, id, fields }, origin);
  /** What the command is refused with; everything is as it was. */
  const refused = (command: unknown, origin: Origin = 'api'): ProblemJson => {
    const before = recordsOf(project);
    const { version } = engine.versionOf(hash);
    const problem = problemOf(() => opened.send(command as Command, origin));
    expect(recordsOf(project)).toEqual(before);
    expect(engine.versionOf(hash).version).toBe(version);
    return problem;
  };
  const refusedChange = (kind: string, id: string, fields: object, origin?: Origin) => refused({ do: 'change', kind, id, fields }, origin);
  const refusedCreate = (kind: string, fields: object, origin?: Origin) => refused({ do: 'create', kind, fields }, origin);
  const sound = () => expect(faultsOf(project.records())).toEqual([]);
  return { ...opened, engine, world, send, api, make, change, refused, refusedChange, refusedCreate, sound, roots: project.root.roots };
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
