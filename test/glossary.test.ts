/**
 * docs/GLOSSARY.md in the code: names of the first version's private vocabulary are not used again. Identifiers and file names are
 * compared word by word, so `mirror` also finds `mirrorRows` and `openMirror`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from './root.ts';
import { allNodes, isNode, parseModule, type SyntaxNode } from './syntax-tree.ts';

interface Replacement {
  /** Words in camel case: each also matches inside longer names. Written with a capital letter, only that very name matches. */
  readonly instead: readonly string[];
  readonly use: string;
  /** `anywhere`: every identifier, local variables too. `declared`: top-level and exported names, properties, file names, CSS classes and message keys. Both contain literals. */
  readonly where: Scope;
}

/** `literals`: exactly this string as a literal type, or as the value of a property such as `type` or `reason`. */
type Scope = 'anywhere' | 'declared' | 'literals';

interface Exception {
  /** Names that contain such a word in its ordinary sense. */
  readonly except?: RegExp;
  /** Files in which the word is specified: the command line's JSON and the window say “mine” and “theirs”. */
  readonly notIn?: RegExp;
}

/** By the first word of a row. */
const exceptions: Readonly<Record<string, Exception>> = {
  mirror: { except: /(prose|code)_?mirror|electron_?mirror/i },
  mine: { notIn: /^(main|test\/main)\/cli\/|\/messages\/|^shared\/contracts\// },
  // In the window, a question to the user.
  question: { except: /^[a-z]\w*Question$|[qQ]uestionMark/, notIn: /messages\/en\/desktop|desktop\/window\/open-link/ },
  shelf: { except: /^lay(Out|outs?)/, notIn: /^test\/main\/engine\/boards/ },
  // The name of a member, in `Pick`.
  look: { notIn: /^test\/main\/sync\/service\/command-line/ },
  tell: { except: /^lookUp/ },
  Faults: { except: /^exposeInMainWorld$/ },
  people: { except: /^looksLike[A-Z]/ },
};

/** Names that data of earlier versions contains. */
const namesInStoredData: readonly string[] = [
  'calm',
  'doubt',
  'mine',
  'mirror',
  'mirrorNow',
  'mirrorProject',
  'mirrors',
  'overtaken',
  'people',
  'pauseMirror',
  'question',
  'questionKey',
  'questions',
  'shelf',
  'standing',
  'stopMirror',
  'theirs',
  'told',
];

/** The code that reads or upgrades such data, and its tests. */
const filesOfStoredData: readonly string[] = [
  'main/engine/database-tasks/database-copy.ts',
  'main/engine/storage/rename-stored-rows.ts',
  'renderer/state/pane-layout.ts',
  'renderer/state/shortcut-settings.ts',
  'test/main/engine/storage/old-data-folder.ts',
  'test/main/engine/storage/upgrade-from-0.1.slow.test.ts',
  'test/main/engine/storage/rename-stored-rows.test.ts',
  'test/renderer/state/stored-state.test.ts',
];

/** The rows of the table “Replaced names”. */
function parseGlossary(text: string): Replacement[] {
  const [, section = ''] = text.split('## Replaced names\n');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| (`.+`) \| (.+) \| (anywhere|declared|literals) \|$/gm)].map(([, words = '', use = '', where]) => ({
    instead: [...words.matchAll(/`(\w+)`/g)].map(([, word = '']) => word),
    use,
    where: where === 'anywhere' || where === 'literals' ? where : 'declared',
  }));
}

const replacements = parseGlossary(readFileSync(join(root, 'docs/GLOSSARY.md'), 'utf8'));

interface Name {
  readonly name: string;
  readonly file: string;
  readonly declared: boolean;
  readonly isLiteral?: boolean;
}

/** Properties whose string values the code compares with each other. */
const discriminants = new Set(['type', 'reason', 'how', 'state', 'do']);

/** The name that a literal type or a discriminant is. */
function literalIn({ type, key, literal, value }: SyntaxNode): string | undefined {
  const isDiscriminant = type === 'Property' && isNode(key) && typeof key.name === 'string' && discriminants.has(key.name);
  const node = type === 'TSLiteralType' ? literal : isDiscriminant && value;
  return isNode(node) && typeof node.value === 'string' && /^[a-z]\w*$/i.test(node.value) ? node.value : undefined;
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
  const literals = new Set<string>();
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
    const literal = literalIn(node);
    if (literal !== undefined) literals.add(literal);
    if (membersWithKeys.has(type) && node.computed !== true && isNode(key)) add(key.name, node.shorthand !== true);
    if (['Identifier', 'PrivateIdentifier', 'JSXIdentifier'].includes(type)) add(node.name, false);
  }
  return [
    ...[...names].map(([name, declared]) => ({ name, file, declared })),
    ...[...literals].map((name) => ({ name, file, declared: true, isLiteral: true })),
    ...pathNames(file),
  ];
}

/** The names of a file and its folders, in camel case. */
const pathNames = (file: string): Name[] =>
  file
    .replace(/\.[^/]*$/, '')
    .split('/')
    .map((part) => ({ name: toCamelCase(part), file, declared: true }));

const toCamelCase = (name: string): string => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_$]+/g, ' ')
    .trim();

function isInScope(rule: { readonly where: Scope; readonly words: RegExp }, { name, declared, isLiteral }: Name): boolean {
  if (rule.where === 'literals') return isLiteral === true && rule.words.exec(wordsOf(name))?.[0] === wordsOf(name);
  return rule.where === 'anywhere' || declared;
}

const isTypeName = (banned: string): boolean => /^[A-Z]/.test(banned);
const rules = replacements.map(({ instead, ...rest }) => ({
  ...rest,
  ...exceptions[instead[0] ?? ''],
  names: new Set(instead.filter(isTypeName)),
  words: new RegExp(`(^| )(${instead.flatMap((banned) => (isTypeName(banned) ? [] : [wordsOf(banned)])).join('|') || '$.'})( |$)`),
}));

/** The same names occur in many files, so each is compared with all rules once. */
const knownNames = new Map<string, typeof rules>();
function rulesAgainst(name: string): typeof rules {
  const known = knownNames.get(name);
  if (known) return known;
  const words = wordsOf(name);
  const broken = rules.filter((rule) => (rule.names.has(name) || rule.words.test(words)) && !rule.except?.test(name));
  knownNames.set(name, broken);
  return broken;
}

function violations(names: readonly Name[]): (Name & { use: string })[] {
  return names.flatMap((each) => {
    const broken = rulesAgainst(each.name).find((rule) => isInScope(rule, each) && !rule.notIn?.test(each.file));
    return broken ? [{ ...each, use: broken.use }] : [];
  });
}

const sources = ['main', 'renderer', 'scripts', 'shared', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`),
);

/** The classes of a style sheet, and the parts of message keys, in camel case. */
function namesInText(file: string, text: string): Name[] {
  const names = file.endsWith('.css')
    ? [...text.replace(/\/\*.*?\*\/|url\([^)]*\)/gs, '').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)
    : Object.keys(JSON.parse(text)).flatMap((key) => key.split('.'));
  return [...new Set(names)].map((name) => ({ name: toCamelCase(name), file, declared: true }));
}

const textFiles = [
  ...readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    file.endsWith('.css') ? [`renderer/${file}`] : [],
  ),
  ...readdirSync(join(root, 'shared/messages/en')).flatMap((file) => (file.endsWith('.json') ? [`shared/messages/en/${file}`] : [])),
];

/** Words of the table that a comment may use in their ordinary sense. */
const ordinaryWords = new Set([
  'told',
  'patience',
  'lay',
  'complain',
  'complains',
  'world',
  'whyNot',
  'takeBack',
  'takenBack',
  'takesBack',
]);
const commentRules = replacements
  .filter(({ where }) => where === 'anywhere')
  .map(({ instead, use }) => ({ words: instead.filter((word) => !isTypeName(word) && !ordinaryWords.has(word)), use }))
  .filter(({ words }) => words.length > 0)
  .map(({ words, use }) => ({ pattern: new RegExp(`(?<![-\\w])(?:${words.map(wordsOf).join('|')})(?![-\\w])`, 'i'), use }));

/** The replaced words in the comments of a source or a style sheet, whose lines may begin with `*`. */
function violationsInComments(file: string, source: string): string[] {
  const comments = [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g)].map(([text]) => text.replace(/\s+\*?\s*/g, ' '));
  return comments.flatMap((text) =>
    commentRules.flatMap(({ pattern, use }) => {
      const [word] = pattern.exec(text) ?? [];
      return word === undefined ? [] : [`${word} in ${file}: use ${use}`];
    }),
  );
}

/** Comments may call a timeout the patience of a caller; documents name what it is. */
const documentRules = commentRules.concat({ pattern: /(?<![-\w])patience(?![-\w])/i, use: '`RequestTimeouts`, retries' });

const violationsInDocument = (file: string, text: string): string[] =>
  documentRules.flatMap(({ pattern, use }) => {
    const [word] = pattern.exec(text) ?? [];
    return word === undefined ? [] : [`${word} in ${file}: use ${use}`];
  });

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
    expect(found("type A = 'gone' | 'removed' | 'mirrored'; const a = { type: 'look', label: 'ask' };")).toEqual([
      'gone',
      'mirrored',
      'look',
    ]);
    expect(found("const lookups = { look: 1 }; type A = { type: 'lookUp' | 'keepAlong' };")).toEqual(['look']);
  });

  /** In all files but the lists of the glossary itself. */
  let inCode: readonly (Name & { use: string })[];
  beforeAll(() => {
    const read = (file: string) => readFileSync(join(root, file), 'utf8');
    inCode = [
      ...sources.filter((file) => file !== 'test/glossary.test.ts').flatMap((file) => violations(namesIn(file, read(file)))),
      ...textFiles.flatMap((file) => violations(namesInText(file, read(file)))),
    ];
  });

  test('so are classes of style sheets and message keys; the table of the glossary is read', () => {
    const found = (file: string, text: string) => violations(namesInText(file, text)).map(({ name }) => name);
    expect(found('renderer/a.css', '.open-mirror, .layout:hover { color: red }')).toEqual(['openMirror']);
    expect(found('shared/messages/en/a.json', '{ "sync.overtaken.title": "", "board.title": "" }')).toEqual(['overtaken']);
    expect(replacements.length).toBeGreaterThan(15);
    expect(Object.keys(exceptions).filter((word) => !replacements.some(({ instead }) => instead[0] === word))).toEqual([]);
  });

  test('no comment uses a replaced word', () => {
    expect(violationsInComments('a.ts', '/** Rows of\n * the shelf. */ // It is overtaken.\nconst a = `shelf`;')).toHaveLength(2);
    expect(violationsInComments('a.ts', '/** ProseMirror can be told so. */')).toEqual([]);
    const files = [...sources, ...textFiles.filter((file) => file.endsWith('.css'))].filter((file) => file !== 'test/glossary.test.ts');
    expect(files.flatMap((file) => violationsInComments(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('no document uses a replaced word', () => {
    expect(violationsInDocument('docs/a.md', '- **Patience**: `mirror` is told')).toHaveLength(2);
    const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((name) => `docs/${name.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.md') && !/^docs\/(?:GLOSSARY|adr\/(?:README|0079-.*))\.md$/.test(file));
    const texts = documents.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
    // Superseded records keep the words of their time.
    const current = texts.filter(({ text }) => !/^Status: superseded/m.test(text));
    expect(current.length).toBeGreaterThan(100);
    expect(current.flatMap(({ file, text }) => violationsInDocument(file, text))).toEqual([]);
  });

  test('no replaced name is left or comes back', () => {
    const found = inCode.filter(({ name, file }) => !isStoredName(name, file));
    expect(found.map(({ name, file, use }) => `${name} in ${file}: use ${use}`)).toEqual([]);
  });

  test('the names of stored data are names that the code has', () => {
    const left = new Set(inCode.map(({ name }) => name));
    expect(namesInStoredData.filter((name) => !left.has(name))).toEqual([]);
    const files = new Set(inCode.map(({ file }) => file));
    expect(filesOfStoredData.filter((file) => !files.has(file))).toEqual([]);
  });
});

/** Parts of the program, which do not know, learn, want or tell: they store, receive, need and report. */
const programParts =
  'engine|runner|planner|scheduler|store|remote|base|project|record|client|server|window|page|worker|backend|function|handler|file|target|manifest|journal|replica|listener|caller|cache|index';

const rejected: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^Of (?!(?:several|both|all|two)\b)/, reason: 'a fragment without a subject: write what it is, such as “The port of …”' },
  { pattern: /^As above\b/, reason: 'say it again' },
  { pattern: /\b(?:whoever|somebody)\b/i, reason: 'name who it is: the caller, another user, another client, the user' },
  { pattern: /\bnone of a\b/i, reason: 'write “does not belong to”, or what is missing' },
  { pattern: /\ball the same\b/i, reason: 'write “nevertheless” or “still”' },
  {
    pattern: new RegExp(`\\b(?:${programParts})s? (?:knows?|knew|learns?|learned|wants?|wanted|tells?|told)\\b`, 'i'),
    reason: 'a program part does not do that',
  },
  {
    pattern: /\b(?:null|undefined|empty|true|false|none) where (?:there|it|no|nothing|none|one)\b/i,
    reason: 'write “if”',
  },
];

/** The comments of a source, each as one line; consecutive line comments are one. */
function commentsIn(source: string): string[] {
  const found = source.matchAll(/\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=[;,{)\]] )\/\/ .*/gm);
  return [...found].map(([text]) =>
    text
      .replace(/^\s*\/\*\*|\*\/$/g, '')
      .replace(/^\s*(?:\*|\/\/) ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const faultsIn = (source: string): string[] =>
  commentsIn(source).flatMap((text) => rejected.flatMap(({ pattern, reason }) => (pattern.test(text) ? [`${text} (${reason})`] : [])));

describe('[Glossary] comments are sentences for a reader without context', () => {
  test('a comment in the dialect of the first version is found', () => {
    const found = [
      '/** Of a server that listens. */',
      '// As above.',
      '/**\n * Whoever waits\n * learns of it.\n */',
      '/** null where there is none. */',
    ];
    for (const text of [...found, '/** The remote\n * knows it. */', '// The id is none of a text.'])
      expect(faultsIn(text)).not.toEqual([]);
    for (const text of [
      '// Of several, the first counts.',
      "const a = 'somebody';",
      '/** Decides where it is stored. */',
      '/** The user knows the path. */',
    ])
      expect(faultsIn(text)).toEqual([]);
  });

  test('no comment of the program is one', () => {
    const files = sources.filter((file) => /^(?:main|shared|renderer)\//.test(file));
    const found = files.flatMap((file) => faultsIn(readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`));
    expect(found).toEqual([]);
  });
});

test('constants are named in camel case', () => {
  const inCapitals = /^(?:export )?const [A-Z][A-Z\d_]+\b/gm;
  expect('const MAX_ROWS = 5;'.match(inCapitals)).toEqual(['const MAX_ROWS']);
  const files = sources.filter((file) => /^(?:main|shared|renderer|scripts)\//.test(file));
  expect(files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(inCapitals) ?? [])).toEqual([]);
});
