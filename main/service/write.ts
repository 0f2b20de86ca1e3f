/** One write on a project: the body read, its shape told with all faults at once, one command sent, the envelope answered ([Version envelope]). */
import type { Command, Reply, SingleCommand } from '../../shared/commands.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { Route } from '../../shared/routes/route.ts';
import { mustFit } from '../assets/space-left.ts';
import { jsonAnswer } from './answers.ts';
import { mustHaveRoom } from './capacity.ts';
import { commandsOf } from './commands-of.ts';
import { jsonLimit, readObject } from './read-body.ts';
import type { Asked, ServiceDeps } from './service-deps.ts';
import { refusal, shapeOf } from './shape.ts';

export async function write({ request, route, params, hash, caller }: Asked, { engine, vault }: ServiceDeps): Promise<Response> {
  const given = await readObject(request, jsonLimit);
  // From here on nothing waits: what is looked at is what is written to.
  const project = engine.project(hash);
  const { body, errors } = shapeOf(given, route, () => project.mainLocale);
  const commands = whatIsAsked(route, params, soundPart(body, errors), project, errors);
  const consider = (command: SingleCommand) => engine.consider(hash, command, 'api');
  if (Object.keys(errors).length > 0) throw refusal(errors.body ? errors : { ...faultsOf(commands, consider, errors), ...errors });
  mustHaveRoom(commands, project, caller.workspace);
  mustFit(commands, project, caller.workspace, (file) => vault.find(hash, file));
  const [only] = commands;
  const command: Command = only && commands.length === 1 ? only : { do: 'batch', commands };
  try {
    return envelope(route, engine.send(hash, command, 'api'), project);
  } catch (error) {
    if (commands.length > 1 && error instanceof Problem && error.code === 'invalid') throw refusal(faultsOf(commands, consider, {}));
    throw error;
  }
}

/** The body without what something is said of already, so that the engine can look at all the rest. */
function soundPart(body: Record<string, unknown>, errors: Record<string, string>): Record<string, unknown> {
  const faulty = new Set(Object.keys(errors).map((path) => path.split('.')[0]));
  return faulty.size === 0 ? body : Object.fromEntries(Object.entries(body).filter(([field]) => !faulty.has(field)));
}

/** Where the body is not sound, what the path names may well be missing, too: the body is said first (G3). */
function whatIsAsked(
  route: Route,
  params: Asked['params'],
  body: Record<string, unknown>,
  project: Project,
  errors: Record<string, string>,
) {
  try {
    return commandsOf(route, params, body, project);
  } catch (error) {
    if (Object.keys(errors).length > 0 && error instanceof Problem) return [];
    throw error;
  }
}

/** What the engine says against the fields of each command, beyond what is in `known` (unknown fields are not asked about again). */
function faultsOf(commands: readonly SingleCommand[], consider: (command: SingleCommand) => void, known: Record<string, string>) {
  const errors: Record<string, string> = {};
  const isKnown = knownIn(Object.keys(known));
  for (const command of commands) {
    try {
      consider(command);
    } catch (error) {
      const said = error instanceof Problem && error.json.status === 400 && !Array.isArray(error.json.errors) ? error.json.errors : {};
      // `fields` is the engine's word for a change of nothing: then what is faulty was all there was.
      for (const [path, message] of Object.entries(said)) if (path !== 'fields' && !isKnown(path)) errors[path] = message;
    }
  }
  return errors;
}

/**
 * Of a field that something is said of already, or of what is in it, nothing more is said. A body may have as many faults as it has
 * fields: what is known is looked up, not gone through.
 */
function knownIn(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  const around = new Set(paths.flatMap(above));
  return (path) => known.has(path) || around.has(path) || above(path).some((each) => known.has(each));
}

/** `a.b` and `a` of `a.b.c`; of very deep paths only the outer ones count. */
function above(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf('.'); at > 0 && found.length < 20; at = path.indexOf('.', at + 1)) found.push(path.slice(0, at));
  return found;
}

function envelope(route: Route, { version, newVersion, versionTime, ids }: Reply, project: Project): Response {
  if (route.name === 'setCss') return jsonAnswer({ css: project.root.css });
  const [id] = ids;
  return jsonAnswer(route.gives === 'C' ? { version, newVersion, versionTime, id } : { version, newVersion, versionTime }, route.status);
}
