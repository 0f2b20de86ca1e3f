/** What can be done with the window: its panes, its looks, its lists. */
import { shell } from '../bridge.ts';
import { showSettings } from '../settings/show-settings.tsx';
import { look, setContrast, setMotion, setScheme, setZoom, stepZoom, togglePane, toggleSide } from '../state/look.ts';
import { actionsWords } from '../words/en/actions.ts';
import { commentsWords } from '../words/en/comments.ts';
import { type Action, always, isOpen, ours, words } from './action.ts';
import { focusPane } from './panes.ts';

/** The list of keys reads the list of actions. */
const showKeys = async (): Promise<void> => (await import('./show-keys.tsx')).showKeys();

/** A browser has its own size of the page. */
const inDesktop = () => shell === 'desktop';

export const windowActions: readonly Action[] = [
  {
    name: 'palette',
    group: 'Everywhere',
    label: words(actionsWords.palette),
    keys: ['Mod+K'],
    enabled: always,
    run: async () => (await import('../find/palette.tsx')).showPalette(),
  },
  {
    name: 'settings',
    group: 'Everywhere',
    label: words(actionsWords.settings),
    keys: ours('Mod+,', 'Alt+S'),
    enabled: always,
    run: () => showSettings(),
  },
  { name: 'keys', group: 'Everywhere', label: words(actionsWords.keys), keys: ['F1', 'Mod+/'], enabled: always, run: () => showKeys() },
  {
    name: 'keysByQuestion',
    group: 'Everywhere',
    label: words(actionsWords.keysByQuestion),
    keys: ['?'],
    enabled: () => look.getState().questionKey,
    run: () => showKeys(),
  },
  {
    name: 'system',
    group: 'Everywhere',
    label: words(actionsWords.system),
    keys: [],
    enabled: always,
    run: () => setScheme('system'),
  },
  { name: 'light', group: 'Everywhere', label: words(actionsWords.light), keys: [], enabled: always, run: () => setScheme('light') },
  { name: 'dark', group: 'Everywhere', label: words(actionsWords.dark), keys: [], enabled: always, run: () => setScheme('dark') },
  {
    name: 'highContrast',
    group: 'Everywhere',
    label: () => actionsWords.highContrast[look.getState().contrast],
    keys: [],
    enabled: always,
    run: () => setContrast(look.getState().contrast === 'more' ? 'system' : 'more'),
  },
  {
    name: 'lessMotion',
    group: 'Everywhere',
    label: () => actionsWords.lessMotion[look.getState().motion],
    keys: [],
    enabled: always,
    run: () => setMotion(look.getState().motion === 'less' ? 'system' : 'less'),
  },
  {
    name: 'larger',
    group: 'Everywhere',
    label: words(actionsWords.larger),
    keys: shell === 'desktop' ? ['Mod+Plus', 'Mod+='] : [],
    enabled: inDesktop,
    run: () => stepZoom(1),
  },
  {
    name: 'smaller',
    group: 'Everywhere',
    label: words(actionsWords.smaller),
    keys: shell === 'desktop' ? ['Mod+-'] : [],
    enabled: inDesktop,
    run: () => stepZoom(-1),
  },
  {
    name: 'normalSize',
    group: 'Everywhere',
    label: words(actionsWords.normalSize),
    keys: shell === 'desktop' ? ['Mod+0'] : [],
    enabled: inDesktop,
    run: () => setZoom(100),
  },
  {
    name: 'boards',
    group: 'Panes',
    label: words(actionsWords.boards),
    keys: ['Alt+B'],
    enabled: isOpen,
    run: () => toggleSide('boards'),
  },
  {
    name: 'components',
    group: 'Panes',
    label: words(actionsWords.components),
    keys: ['Alt+C'],
    enabled: isOpen,
    run: () => toggleSide('components'),
  },
  {
    name: 'assets',
    group: 'Panes',
    label: words(actionsWords.assets),
    keys: ['Alt+A'],
    enabled: isOpen,
    run: () => toggleSide('assets'),
  },
  {
    name: 'inspector',
    group: 'Panes',
    label: words(actionsWords.inspector),
    keys: ['Alt+I'],
    enabled: isOpen,
    run: () => togglePane('inspector'),
  },
  {
    name: 'targets',
    group: 'Panes',
    label: words(actionsWords.targets),
    keys: ['Alt+T'],
    enabled: isOpen,
    run: () => togglePane('targets'),
  },
  {
    name: 'comments',
    group: 'Panes',
    label: words(commentsWords.toggle),
    keys: ['Alt+K'],
    enabled: isOpen,
    run: () => togglePane('comments'),
  },
  { name: 'nextPane', group: 'Panes', label: words(actionsWords.nextPane), keys: ['F6'], enabled: isOpen, run: () => focusPane(1) },
  {
    name: 'previousPane',
    group: 'Panes',
    label: words(actionsWords.previousPane),
    keys: ['Shift+F6'],
    enabled: isOpen,
    run: () => focusPane(-1),
  },
];
