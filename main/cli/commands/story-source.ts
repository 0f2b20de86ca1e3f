/** The story that a command reads: a project of the data folder, or the story in a folder of files, for which no data folder is opened. */
import { resolve } from 'node:path';
import type { CallInput, CallOutput } from '../../../shared/contracts/ipc/call-types.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translator } from '../../../shared/messages/translator.ts';
import type { StoryFolderCalls } from '../../story-folder/story-folder-calls.ts';
import { type CliSession, UsageError } from '../define-command.ts';

export const folderHelp = { option: '--folder DIR', text: message('cli.folder.options.folder') };

interface StorySource {
  /** Empty for a folder. */
  readonly hash: string;
  readonly translator: Translator;
  readonly invoke: <N extends keyof StoryFolderCalls>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
  /** The other calls, of a project; undefined for a folder. */
  readonly invokeProject: CliSession['invoke'] | undefined;
  getName(): Promise<string>;
}

interface SourceArguments {
  readonly command: string;
  readonly hash: string | undefined;
  readonly folder: string | undefined;
  readonly staged?: boolean | undefined;
}

/** Throws a UsageError unless the arguments name either a project or a folder. */
export async function openStorySource(
  { command, hash, folder, staged = false }: SourceArguments,
  createSession: (mode: { readonly withoutDataFolder: boolean }) => CliSession,
): Promise<StorySource> {
  if ((hash === undefined) === (folder === undefined)) throw new UsageError(message('cli.folder.oneSource', { command }));
  const session = createSession({ withoutDataFolder: hash === undefined });
  const { translator } = session;
  if (hash !== undefined) {
    const getName = async () => (await session.invoke('project.list', {})).find((project) => project.hash === hash)?.name ?? hash;
    return { hash, translator, invoke: session.invoke, invokeProject: session.invoke, getName };
  }
  // Loaded here, because other commands need neither the reader of folders nor YAML.
  const { openStoryFolder } = await import('../../story-folder/story-folder-calls.ts');
  const { name, calls } = await openStoryFolder(resolve(folder ?? '.'), { staged });
  // The handler of a call takes its input and returns its output, which the compiler does not relate for a name that it does not know.
  const invoke = async (call: keyof StoryFolderCalls, input: never) => await calls[call](input);
  return { hash: '', translator, invoke: invoke as StorySource['invoke'], invokeProject: undefined, getName: async () => name };
}
