/**
 * Words that no message contains: terms of the first version's private vocabulary, and phrases that a writer or a game developer would stumble over.
 * docs/GLOSSARY.md has the terms to use instead. Each row has a sentence that it rejects.
 */
interface BannedWord {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly example: string;
}

export const bannedWords: readonly BannedWord[] = [
  // Terms of other programs that mean the same
  { pattern: /\bin step\b/i, instead: 'synced, up to date', example: 'In step with Studio' },
  { pattern: /\bmirror(s|ed|ing)?\b/i, instead: 'sync', example: 'Projects can be mirrored' },
  {
    pattern: /\b(here|there) stands\b|\bstands? (here|there|in|below|above)\b|\bcan stand\b/i,
    instead: 'is, contains',
    example: 'Templates stand below',
  },
  { pattern: /\bas it stands\b/i, instead: 'name the value', example: 'As it stands in the browser' },
  { pattern: /\blook now\b/i, instead: 'sync now, check now', example: 'Look now' },
  { pattern: /\bproject (details|properties)\b/i, instead: 'project settings', example: 'Project details' },
  { pattern: /\bfilms?\b/i, instead: 'video', example: 'Picture or film' },
  { pattern: /\bpictures?\b/i, instead: 'image', example: 'Another picture' },
  { pattern: /\bwhole numbers?\b/i, instead: 'integer', example: 'Must be a whole number' },
  { pattern: /\byes or no\b/i, instead: 'Boolean', example: 'Type: yes or no' },
  { pattern: /\breplaced? by\b/i, instead: 'replace with', example: 'Replace by' },
  { pattern: /\b(an)?other Taleport\b/i, instead: 'another instance of Taleport', example: 'Another Taleport is using the folder' },
  { pattern: /\bis of\b/i, instead: 'is from', example: 'The newest backup is of today' },
  { pattern: /\bwrong usage\b/i, instead: 'usage error', example: 'Exit code 2: wrong usage' },
  {
    pattern: /\bexports of the past\b|\bearlier versions\b/i,
    instead: 'export history, version history',
    example: 'Earlier versions of Maren',
  },
  { pattern: /\bfaults?\b/i, instead: 'error, problem', example: 'The file has a fault' },
  { pattern: /\bas at first\b/i, instead: 'reset', example: 'All as at first' },
  { pattern: /\b(take|takes) (it|the cover|\S+) off\b|\btake off\b/i, instead: 'remove', example: 'Take the cover off' },
  { pattern: /\bthrow (it|them) away\b/i, instead: 'discard', example: 'Throw it away' },
  { pattern: /\bagain and again\b/i, instead: 'loop, repeatedly', example: 'Plays again and again' },
  { pattern: /\bafresh\b|\banew\b/i, instead: 'again', example: 'Begin the upload anew' },
  { pattern: /\bsound (\.zip|json|file)\b/i, instead: 'valid, not damaged', example: 'It is not a sound .zip file' },
  // Records, files and programs do not act like people
  { pattern: /\b(tells?|telling|told)\b/i, instead: 'reports, shows, contains', example: 'The export tells no size' },
  { pattern: /\b(knows?|known to)\b/i, instead: 'stores, supports, can read', example: 'Scripts know its value' },
  { pattern: /\bsays? (nothing|what|which|how)\b|\bnot said\b/i, instead: 'contains, shows', example: 'This row says nothing' },
  { pattern: /\b(go|goes|going) on\b/i, instead: 'continue, resume', example: 'Type the name to go on' },
  { pattern: /\b(comes?|came|coming) (in|back)\b/i, instead: 'arrive, is restored, is imported', example: 'It comes back, too' },
  { pattern: /\bbrings? (it|them|back)\b/i, instead: 'You can undo this', example: 'Undo brings it back' },
  { pattern: /\bwith (it|them) (go|goes)\b/i, instead: 'also deletes', example: 'With it go 3 assets' },
  { pattern: /\bcarr(y|ies)\b/i, instead: 'has attached', example: 'The element carries a component' },
  { pattern: /\bnowhere\b/i, instead: 'not connected, not used', example: 'Leads nowhere yet' },
  { pattern: /\bon (their|its) way\b/i, instead: 'name the activity: Adding files', example: 'Files on their way' },
  { pattern: /\bwaits? for (you|your)\b/i, instead: 'needs you', example: 'A question waits for you' },
  // Words that are not idiomatic where they were
  { pattern: /\b(?<!there )(is|are) no (?!longer)[a-z]+\b/i, instead: 'isn’t a …', example: 'This is no number' },
  { pattern: /\b(nothing|no \w+) fits\b/i, instead: 'no matching …', example: 'No thread fits' },
  { pattern: /\bhas this name\b/i, instead: 'no matching …', example: 'Nothing has this name' },
  { pattern: /\bnobody (has|knows)\b/i, instead: 'not available', example: 'Nobody has a dictionary' },
  { pattern: /\bof this (id|name)\b/i, instead: 'with this ID', example: 'There is no key of this id' },
  { pattern: /\bwhat (was|is|can|may|the|you|scripts|uses)\b/i, instead: 'name the object', example: 'What was deleted' },
  { pattern: /\bdo anything\b|\bgo anywhere\b/i, instead: 'command palette', example: 'Do anything, go anywhere' },
  { pattern: /\blet (programs|it) (in|work)\b|\blet go\b/i, instead: 'enable, drop', example: 'Let go to add it' },
  { pattern: /(?<!taleport )\btargets?\b(?! (?:history|set|take)\b)/i, instead: 'game folder', example: 'Pause target' },
  { pattern: /\bhosted service\b/i, instead: 'hosted workspace', example: 'Shown in the hosted service' },
  { pattern: /\bstarting element\b/i, instead: 'story start', example: 'Missing starting element' },
  { pattern: /(?<!-)\bplugins?\b(?!-)/i, instead: 'plug-in', example: 'The plugin for Unity' },
  { pattern: /\bname (?:the|another|an) (?:data )?folder\b/i, instead: 'specify', example: 'Name the data folder with --data' },
  { pattern: /\btaken? .*\binto the story\b/i, instead: 'apply to the story', example: 'Take changes into the story' },
  { pattern: /\bplease\b/i, instead: 'the verb alone', example: 'Please try again' },
  { pattern: /\bcannot\b/i, instead: 'can’t', example: 'It cannot be moved' },
  { pattern: /\bmay not\b(?! have been)/i, instead: 'isn’t allowed to, must not', example: 'The key may not view it' },
  { pattern: /\bcould not be\b/i, instead: 'couldn’t be', example: 'It could not be read' },
  { pattern: /(?<! … )\bids?\b/, instead: 'ID', example: 'There is no key with this id' },
  // British spelling: the language is en-GB
  { pattern: /\bcolors?\b|\bcenters?\b|neighbor|behavior|canceled/i, instead: 'the British spelling', example: 'Color scheme' },
  // Typography
  { pattern: /\w'\w/, instead: 'a typographic apostrophe: ’', example: "It isn't here" },
  { pattern: /\.\.\./, instead: 'an ellipsis: …', example: 'Loading...' },
  { pattern: /!(?!=)/, instead: 'a full stop, or nothing', example: 'Done!' },
];
