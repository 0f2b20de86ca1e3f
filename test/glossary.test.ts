/**
 * docs/GLOSSARY.md in the code: names of the first version's private vocabulary are not used again. Identifiers and file names are
 * compared word by word, so `mirror` also finds `mirrorRows` and `openMirror`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesOfStoredData, namesInStoredData, namesThatRemain } from './glossary-remaining.ts';
import { allNodes, isNode, parseModule } from './syntax-tree.ts';

const root = resolve(import.meta.dirname, '..');

interface Replacement {
  /** Words in camel case: each also matches inside longer names. Written with a capital letter, only that very name matches. */
  readonly instead: readonly string[];
  readonly use: string;
  /** `anywhere`: every identifier, local variables too. `declared`: top-level and exported names, properties and file names. */
  readonly in: 'anywhere' | 'declared';
  /** Names that contain such a word in its ordinary sense. */
  readonly except?: RegExp;
  /** Files in which the word is specified: the command line's JSON and the window say “mine” and “theirs”. */
  readonly notIn?: RegExp;
}

const replacements: readonly Replacement[] = [
  {
    instead: ['mirror', 'mirrors', 'mirrored', 'mirroring', 'unmirrored'],
    use: 'sync, SyncedProject, SyncService',
    in: 'anywhere',
    except: /(prose|code)_?mirror|electron_?mirror/i,
  },
  {
    instead: ['mine', 'theirs'],
    use: 'local, remote',
    in: 'declared',
    notIn: /^(main|test\/main)\/cli\/|\/messages\/|^shared\/contracts\//,
  },
  { instead: ['question', 'questions'], use: 'conflict', in: 'declared', except: /^[a-z]\w*Question$|QuestionMark/ },
  { instead: ['Asked', 'Asking'], use: 'Conflict', in: 'declared' },
  { instead: ['told', 'Learned', 'Probed'], use: 'reported, RemoteCapabilities, ProbeResult', in: 'anywhere' },
  { instead: ['Theirs', 'BaseRows'], use: 'RemoteState, BaseStore', in: 'declared' },
  { instead: ['agenda', 'clockwork', 'Turns'], use: 'SyncPlanner, Scheduler, RequestQueue', in: 'anywhere' },
  {
    instead: ['doubt', 'doubts', 'Evidence', 'overtaken', 'turnedUp'],
    use: 'UnconfirmedWrites, WriteEvidence, OverwriteReport, DuplicateCandidate',
    in: 'anywhere',
  },
  {
    instead: ['Lost', 'Refusal', 'Remarks', 'telling', 'patience'],
    use: 'RemoteUnavailableError, RejectedWrite, SyncReports, SyncStatusPresenter, RequestTimeouts',
    in: 'anywhere',
  },
  { instead: ['Stays'], use: 'RecordPlacement', in: 'declared' },
  { instead: ['standing', 'calm', 'lookout', 'Rounds'], use: 'TargetStatus, Debounce, FolderWatcher, DeliveryRun', in: 'declared' },
  {
    instead: ['ofThePast', 'inThePast', 'writeOursAgain', 'fewerClicks'],
    use: 'export history, overwrite, editor integration',
    in: 'anywhere',
  },
  { instead: ['takeBack', 'takenBack', 'takesBack', 'whyNot'], use: 'revert, RevertResult, SkipReason', in: 'anywhere' },
  {
    instead: ['shelf', 'shelves', 'lay', 'Along'],
    use: 'KeyValueStore, writeRows, TransactionExtras',
    in: 'anywhere',
    except: /^lay(Out|outs?)/,
  },
  {
    instead: ['Faults', 'complain', 'complains', 'world'],
    use: 'ValidationErrors, reportError, Environment',
    in: 'anywhere',
    except: /^exposeInMainWorld$/,
  },
  { instead: ['Held', 'Pace'], use: 'PendingFile, YieldingProgress', in: 'declared' },
  {
    instead: ['people', 'arrivals', 'doings', 'sight', 'holding', 'looks'],
    use: 'accounts, drop-queue, row-actions, viewport, drag-state, preferences',
    in: 'declared',
    except: /^looksLike[A-Z]/,
  },
  {
    instead: ['Kept', 'Given', 'Found', 'Said', 'Gone', 'Taken', 'Wanted', 'Again', 'Afterwards', 'Ground', 'Eye', 'Gate'],
    use: 'a noun that says what the thing is',
    in: 'declared',
  },
];

interface Name {
  readonly name: string;
  readonly file: string;
  readonly declared: boolean;
}

const membersWithKeys = new Set([
  'Property',
  'PropertyDefinition',
  'MethodDefinition',
  'AccessorProperty',
  'TSPropertySignature',
  'TSMethodSignature',
  'TSEnumMember',
]);

function namesIn(file: string, source: string): Name[] {
  const statements = parseModule(file, source);
  const names = new Map<string, boolean>();
  const add = (name: unknown, declared: boolean) => {
    if (typeof name === 'string') names.set(name, declared || names.get(name) === true);
  };
  const declare = (declaration: unknown): void => {
    if (!isNode(declaration)) return;
    if (isNode(declaration.id)) add(declaration.id.name, true);
    if (Array.isArray(declaration.declarations)) for (const each of declaration.declarations) declare(each);
  };
  for (const statement of statements) declare(isNode(statement.declaration) ? statement.declaration : statement);
  for (const node of allNodes(statements)) {
    const { type, key } = node;
    if (membersWithKeys.has(type) && node.computed !== true && isNode(key)) add(key.name, node.shorthand !== true);
    if (['Identifier', 'PrivateIdentifier', 'JSXIdentifier'].includes(type)) add(node.name, false);
  }
  return [...[...names].map(([name, declared]) => ({ name, file, declared })), ...pathNames(file)];
}

/** The names of a file and its folders, in camel case. */
const pathNames = (file: string): Name[] =>
  file
    .replace(/\.[^/]*$/, '')
    .split('/')
    .map((part) => ({ name: part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), file, declared: true }));

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_$]+/g, ' ')
    .trim();

const isTypeName = (banned: string): boolean => /^[A-Z]/.test(banned);
const rules = replacements.map(({ instead, ...rest }) => ({
  ...rest,
  names: new Set(instead.filter(isTypeName)),
  words: new RegExp(`(^| )(${instead.flatMap((banned) => (isTypeName(banned) ? [] : [wordsOf(banned)])).join('|') || '$.'})( |$)`),
}));

function violations(names: readonly Name[]): (Name & { use: string })[] {
  return names.flatMap((each) => {
    const words = wordsOf(each.name);
    const broken = rules.find(
      (rule) =>
        (rule.names.has(each.name) || rule.words.test(words)) &&
        (rule.in === 'anywhere' || each.declared) &&
        !rule.except?.test(each.name) &&
        !rule.notIn?.test(each.file),
    );
    return broken ? [{ ...each, use: broken.use }] : [];
  });
}

const sources = ['main', 'renderer', 'scripts', 'shared', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`),
);

const isStoredName = (name: string, file: string): boolean => namesInStoredData.includes(name) && filesOfStoredData.includes(file);

describe('[Glossary] the vocabulary of the code', () => {
  test('a banned word is found in local names, properties, types and file names, but not in the ordinary sense', () => {
    const found = (source: string, file = 'main/sample.ts') => violations(namesIn(file, source)).map(({ name }) => name);
    expect(found('const openMirror = 1; interface Row { mirrorState: number }')).toEqual(['openMirror', 'mirrorState']);
    expect(found('class A { #shelf = 1; whyNot() { const doubts = 2; return doubts; } }')).toEqual(['shelf', 'whyNot', 'doubts']);
    expect(found('export const a = 1;', 'main/take-back.ts')).toEqual(['takeBack']);
    expect(found('export const a = 1;', 'main/mirror/plan.ts')).toEqual(['mirror']);
    expect(found("import { ProseMirror } from 'x'; const { mine } = conflict; const layout = relay(display);")).toEqual([]);
    expect(found('export interface Told {} ')).toEqual(['Told']);
  });

  /** In all files but the lists of the glossary itself. */
  let inCode: readonly (Name & { use: string })[];
  beforeAll(() => {
    inCode = sources
      .filter((file) => !file.startsWith('test/glossary'))
      .flatMap((file) => violations(namesIn(file, readFileSync(join(root, file), 'utf8'))));
  });

  test('no replaced name is left or comes back', () => {
    const found = inCode.filter(({ name, file }) => !namesThatRemain.includes(name) && !isStoredName(name, file));
    expect(found.map(({ name, file, use }) => `${name} in ${file}: use ${use}`)).toEqual([]);
  });

  test('the list of remaining names contains no name that the code no longer has', () => {
    const left = new Set(inCode.map(({ name }) => name));
    expect([...namesThatRemain, ...namesInStoredData].filter((name) => !left.has(name))).toEqual([]);
    const files = new Set(inCode.map(({ file }) => file));
    expect(filesOfStoredData.filter((file) => !files.has(file))).toEqual([]);
  });
});
