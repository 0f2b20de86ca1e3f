/** The language of what the desktop shows outside of its window: that of the window, else that of the system. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatTrayLine } from '../../../main/desktop/background/tray-text.ts';
import { openDesktopLanguage } from '../../../main/desktop/desktop-language.ts';
import { createMenuTemplate, type MenuTemplateOptions } from '../../../main/desktop/menu/menu-template.ts';
import { loadTranslator } from '../../../shared/load-translator.ts';
import { t } from '../../../shared/messages/english.ts';
import { type LanguageId, languages, matchLanguage } from '../../../shared/messages/languages.ts';
import { accentText } from '../../../shared/messages/pseudo-locale.ts';
import { nextTurn } from '../../next-turn.ts';
import { createSyncStatus } from '../../sync-status.ts';

const fail = (line: string): never => {
  throw new Error(line);
};

describe('the language of the desktop', () => {
  test('is the stored one from the start, and follows the window immediately, including menu and tray', async () => {
    let stored: LanguageId | undefined = 'pseudo';
    const language = openDesktopLanguage({ stored: () => stored, save: (id) => (stored = id), systemLanguages: ['en-US'], log: fail });
    const heard: string[] = [];
    language.onChange(() => heard.push(language.t('tray.resume')));
    await nextTurn();
    expect(heard).toEqual([accentText('Resume')]);
    await language.change('en');
    expect([stored, ...heard]).toEqual(['en', accentText('Resume'), 'Resume']);
    expect(formatTrayLine(status, language.t)).toBe('Castle: Synced · 2 conflicts');
  });

  test('is the last one that was chosen, although an earlier one is loaded later', async () => {
    const saved: LanguageId[] = [];
    const language = openDesktopLanguage({ stored: () => undefined, save: (id) => saved.push(id), systemLanguages: [], log: fail });
    await Promise.all([language.change('pseudo'), language.change('en')]);
    expect(language.t('tray.resume')).toBe('Resume');
    expect(saved).toEqual(['pseudo', 'en']);
  });

  test('stays English, and the log says why, if it cannot be loaded', async () => {
    vi.spyOn(languages.de, 'load').mockRejectedValueOnce(new Error('no such file'));
    onTestFinished(() => void vi.restoreAllMocks());
    const lines: string[] = [];
    const language = openDesktopLanguage({
      stored: () => undefined,
      save: () => undefined,
      systemLanguages: ['de'],
      log: (line) => lines.push(line),
    });
    await nextTurn();
    expect(lines).toEqual([expect.stringContaining('Deutsch can’t be loaded')]);
    expect(language.t('tray.resume')).toBe('Resume');
  });

  test('is that of the system if Taleport has it, and never one for tests', () => {
    expect(matchLanguage(['xx', 'en-AU'])).toBe('en');
    expect(matchLanguage(['pseudo', 'constructor'])).toBe('en');
    expect(matchLanguage([])).toBe('en');
  });
});

const status = createSyncStatus({ conflicts: 2 });

describe('the application menu', () => {
  const ran: string[] = [];
  const options: MenuTemplateOptions = {
    t,
    platform: 'other',
    isPackaged: true,
    pageMenus: [],
    isPageBlocked: false,
    isWindowOpen: true,
    recentProjects: [],
    onOpenProject: () => undefined,
    onAction: (name) => ran.push(name),
    onEdit: (command) => ran.push(command),
    onUndo: () => ran.push('undo'),
    onRedo: () => ran.push('redo'),
  };
  /** Every label below an entry, its own first. */
  const labelsOf = (items: ReturnType<typeof createMenuTemplate>): string[] =>
    items.flatMap(({ label, submenu, type }) => [
      ...(type === 'separator' ? [] : [label ?? '']),
      ...(Array.isArray(submenu) ? labelsOf(submenu) : []),
    ]);

  test.each(['mac', 'other'] as const)(
    'has a label of the catalogue for each entry (%s), since the labels of roles are English',
    async (platform) => {
      const pseudo = await loadTranslator('pseudo');
      const labels = labelsOf(createMenuTemplate({ ...options, t: pseudo.t, platform, isPackaged: false }));
      expect(labels.length).toBeGreaterThan(15);
      expect(labels.filter((label) => label !== 'Taleport' && /[a-zA-Z]/.test(label))).toEqual([]);
      expect(labels).not.toContain('');
    },
  );

  test('offers to reload and the developer tools only in development', () => {
    const developmentItems = ['Reload', 'Developer tools'];
    const isDevelopmentItem = (label: string) => developmentItems.includes(label);
    expect(labelsOf(createMenuTemplate(options)).filter(isDevelopmentItem)).toEqual([]);
    expect(labelsOf(createMenuTemplate({ ...options, isPackaged: false })).filter(isDevelopmentItem)).toEqual(developmentItems);
  });

  test('contains the actions of the page, with their shortcuts as Electron writes them', () => {
    const items = [
      { name: 'up', label: 'Up & away', keys: 'Mod+ArrowUp', enabled: true, isForProject: false, checked: null },
      { name: 'note', label: 'Add note', keys: 'N', enabled: false, isForProject: false, checked: null },
      { name: 'help', label: 'Help', keys: 'F1', enabled: true, isForProject: false, checked: null },
      { name: 'odd', label: 'Odd', keys: 'Mod+é', enabled: true, isForProject: false, checked: null },
    ];
    const menuOf = (platform: MenuTemplateOptions['platform']) => {
      const entry = createMenuTemplate({ ...options, platform, pageMenus: [{ id: 'board', sections: [items] }] }).find(
        ({ label }) => label === 'Board',
      );
      return Array.isArray(entry?.submenu) ? entry.submenu : [];
    };
    expect(menuOf('other').map(({ label, accelerator, enabled }) => [label, accelerator, enabled])).toEqual([
      ['Up && away', 'CmdOrCtrl+Up', true],
      ['Add note', 'N', false],
      ['Help', 'F1', true],
      ['Odd', undefined, true],
    ]);
    const help = { id: 'help' as const, sections: [items] };
    expect(createMenuTemplate({ ...options, platform: 'other', pageMenus: [help] }).at(-1)).toMatchObject({ role: 'help', label: 'Help' });
    expect(menuOf('mac').map(({ accelerator }) => accelerator)).toEqual(['CmdOrCtrl+Up', undefined, 'F1', undefined]);
    menuOf('other')[0]?.click?.(undefined as never, undefined, undefined as never);
    expect(ran).toEqual(['up']);
  });
});
