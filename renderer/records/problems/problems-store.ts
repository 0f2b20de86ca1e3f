/** The problems of the open project, as the last check found them, and the marks of its records on the cards of the board and in the trees. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Finding, StoryProblems } from '../../../shared/contracts/findings.ts';
import type { Target } from '../../../shared/contracts/targets.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Project } from '../../../shared/model/project.ts';
import { invoke } from '../../platform/bridge.ts';
import { openProjectStore } from '../../state/open-project.ts';
import { listPluginChoices, type PluginChoice, pluginChoiceKey, usePluginChoices } from '../../state/plugin-choices.ts';
import { listTargets, targetsStore, useTargets } from '../../state/targets-store.ts';
import { boardLocationOf, componentIdOf } from '../record-location.ts';

interface ProblemsState {
  /** Null until the first check is done. */
  readonly problems: StoryProblems | null;
  readonly markers: ReadonlyMap<string, ProblemMarker>;
  /**
   * The key of the plugin that the user chose to check for. Null: only what is wrong in every engine is found. Undefined until the user
   * chooses: then the plugin of the first target in a game project applies.
   */
  readonly chosenPlugin: string | null | undefined;
}

const noMarkers: ReadonlyMap<string, ProblemMarker> = new Map();
export const problemsStore = createStore<ProblemsState>(() => ({ problems: null, markers: noMarkers, chosenPlugin: undefined }));

export const useProblemMarker = (id: string): ProblemMarker | undefined => useStore(problemsStore, ({ markers }) => markers.get(id));

/** The plugin of the game that the story is checked for, or null. */
export const checkedPlugin = (): PluginChoice | null => pluginToCheck(problemsStore.getState(), listTargets(), listPluginChoices());

export function useCheckedPlugin(): PluginChoice | null {
  const chosenPlugin = useStore(problemsStore, (state) => state.chosenPlugin);
  return pluginToCheck({ chosenPlugin }, useTargets(), usePluginChoices());
}

function pluginToCheck(
  { chosenPlugin }: Pick<ProblemsState, 'chosenPlugin'>,
  targets: readonly Target[],
  plugins: readonly PluginChoice[],
): PluginChoice | null {
  const find = (key: string): PluginChoice | undefined => plugins.find((plugin) => plugin.key === key);
  if (chosenPlugin !== undefined) return chosenPlugin === null ? null : (find(chosenPlugin) ?? null);
  for (const { engine, plugin: known } of targets) {
    const plugin = find(pluginChoiceKey(engine, known?.version ?? null));
    // A version that is only assumed is checked together with the older ones.
    if (plugin) return known?.basis === 'assumed' ? { ...plugin, pluginVersion: null } : plugin;
  }
  return null;
}

/** A check begins when nothing has changed for this long, so that no unfinished sentence or script is reported. */
const quietMs = 2000;

/** Runs one check at a time, after a delay. */
class CheckRunner {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isChecking = false;
  #isOutdated = false;
  #lastDelay = quietMs;
  #lastPlugin: string | null = null;

  /** Whether something has changed since the last check began. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** The key of the plugin for which the last check began. */
  get lastPlugin(): string | null {
    return this.#lastPlugin;
  }

  schedule(delay: number): void {
    this.#isOutdated = true;
    this.#lastDelay = delay;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), delay);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#isOutdated = false;
  }

  async #check(): Promise<void> {
    const { hash } = openProjectStore.getState();
    if (this.#isChecking || document.hidden || hash === null) return;
    this.#isChecking = true;
    this.#isOutdated = false;
    const plugin = checkedPlugin();
    const key = plugin?.key ?? null;
    this.#lastPlugin = key;
    // Nothing to show: the project was closed or deleted. The backend logs other failures.
    const problems = await invoke('project.problems', {
      hash,
      ...(plugin && { engine: plugin.engine, pluginVersion: plugin.pluginVersion }),
    }).catch(() => null);
    this.#isChecking = false;
    const { hash: currentHash, project } = openProjectStore.getState();
    const isCurrent = currentHash === hash && (checkedPlugin()?.key ?? null) === key;
    if (problems && isCurrent) problemsStore.setState({ problems, markers: markProblems(project, problems) });
    if (this.#isOutdated && (problems || !isCurrent)) this.schedule(this.#lastDelay);
  }
}

const checks = new CheckRunner();

/** Checks the open project now and whenever it has changed, until the returned function is called. */
export function watchProblems(): () => void {
  const scheduleIfChanged = ({ revision }: { revision: number }, before: { revision: number }): void => {
    if (revision !== before.revision) checks.schedule(quietMs);
  };
  const scheduleIfShown = (): void => {
    if (!document.hidden && checks.isOutdated) checks.schedule(0);
  };
  const scheduleIfForOther = (): void => {
    if ((checkedPlugin()?.key ?? null) !== checks.lastPlugin) checks.schedule(quietMs);
  };
  const unsubscribe = openProjectStore.subscribe(scheduleIfChanged);
  const unsubscribeTargets = targetsStore.subscribe(scheduleIfForOther);
  document.addEventListener('visibilitychange', scheduleIfShown);
  checks.schedule(quietMs);
  return () => {
    unsubscribe();
    unsubscribeTargets();
    document.removeEventListener('visibilitychange', scheduleIfShown);
    checks.cancel();
    problemsStore.setState({ problems: null, markers: noMarkers, chosenPlugin: undefined });
  };
}

/** Checks at once, after the user has chosen a plugin or applied a fix. */
export const checkNow = (): void => checks.schedule(0);

/** `chosenPlugin` is the key of a plugin. */
export function setCheckedPlugin(chosenPlugin: string | null): void {
  problemsStore.setState({ chosenPlugin });
  checkNow();
}

/** The rule of texts that other languages lack. Records are not marked for it: it is no mistake while a story is written. */
export const untranslatedRule = 'missing-translation';

export interface ProblemMarker {
  /** The most severe one. */
  readonly severity: Finding['severity'];
  readonly count: number;
  /** The first ones. */
  readonly messages: readonly Message[];
}

const maxMessages = 5;

/** The markers of items, boards and their folders, components and assets, by id. */
export function markProblems(project: Project, { groups }: StoryProblems): ReadonlyMap<string, ProblemMarker> {
  const markers = new Map<string, ProblemMarker>();
  const mark = (id: string, { severity, message }: Finding): void => {
    const known = markers.get(id);
    // The groups are sorted by severity, so the first finding is the most severe one.
    if (!known) markers.set(id, { severity, count: 1, messages: [message] });
    else markers.set(id, { ...known, count: known.count + 1, messages: [...known.messages, message].slice(0, maxMessages) });
  };
  for (const { rule, findings } of groups) {
    if (rule === untranslatedRule) continue;
    for (const finding of findings) for (const id of markedIds(project, finding)) mark(id, finding);
  }
  return markers;
}

/** The item that shows the record, its board and the folders of that; or the component or asset. */
function markedIds(project: Project, { id }: Finding): string[] {
  if (project.find('asset', id)) return [id];
  const location = boardLocationOf(project, id);
  if (!location) return [componentIdOf(project, id)].filter((each) => each !== undefined);
  const { boardId, itemId } = location;
  return [...(itemId === null ? [] : [markedItem(project, itemId)]), ...withFolders(project, boardId)];
}

/** A connection has no room for a mark: the item that it leaves shows it. */
function markedItem(project: Project, id: string): string {
  const source = project.find('connection', id)?.sourceid;
  if (source === undefined) return id;
  return project.find('condition', source)?.branchId ?? source;
}

function withFolders(project: Project, boardId: string): string[] {
  const ids: string[] = [];
  const { roots } = project.projectRecord;
  for (let at: string | null | undefined = boardId; typeof at === 'string' && at !== roots.board && !ids.includes(at); ) {
    ids.push(at);
    at = project.find('board', at)?.parentId;
  }
  return ids;
}
