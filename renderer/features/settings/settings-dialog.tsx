/** The settings: looks, keys, the REST service, and who may do what through it. */

import { Cloud, Keyboard, KeyRound, type LucideIcon, Palette, Plug, SlidersHorizontal, SpellCheck, Users } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { t } from '../../messages/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ShortcutsSection } from '../shortcuts/shortcuts-section.tsx';
import { SpellingSection } from '../spelling/spelling-section.tsx';
import { RemotesSection } from '../sync/remotes-section.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { MembersSection } from './members-section.tsx';
import { RestServiceSection } from './rest-service-section.tsx';
import { watchSettings } from './settings-store.ts';
import { WorkspaceSection } from './workspace-section.tsx';
import './settings.css';
import '../../ui/section.css';

type SectionId = 'looks' | 'shortcuts' | 'spelling' | 'remotes' | 'service' | 'keys' | 'members' | 'workspace';

export function SettingsDialog({ close }: { close: () => void }) {
  const [open, setOpen] = useState<SectionId>('looks');
  useEffect(watchSettings, []);
  const sections: readonly { id: SectionId; label: string; icon: LucideIcon; draw: ReactNode }[] = [
    { id: 'looks', label: t('settings.appearance.title'), icon: Palette, draw: <AppearanceSection /> },
    { id: 'shortcuts', label: t('settings.shortcuts.title'), icon: Keyboard, draw: <ShortcutsSection /> },
    { id: 'spelling', label: t('spelling.title'), icon: SpellCheck, draw: <SpellingSection /> },
    { id: 'remotes', label: t('remote.title'), icon: Cloud, draw: <RemotesSection /> },
    { id: 'service', label: t('settings.rest.title'), icon: Plug, draw: <RestServiceSection goToKeys={() => setOpen('keys')} /> },
    { id: 'keys', label: t('settings.apiKeys'), icon: KeyRound, draw: <ApiKeysSection /> },
    { id: 'members', label: t('settings.members.title'), icon: Users, draw: <MembersSection /> },
    { id: 'workspace', label: t('settings.workspace.title'), icon: SlidersHorizontal, draw: <WorkspaceSection /> },
  ];
  return (
    <Dialog title={t('settings.settings')} onClose={close} width={880}>
      <Tabs
        className="settings"
        orientation="vertical"
        selectedKey={open}
        onSelectionChange={(key) => setOpen(sections.find(({ id }) => id === key)?.id ?? 'looks')}
      >
        <TabList className="settings-tabs" aria-label={t('settings.settings')}>
          {sections.map(({ id, label, icon: Icon }) => (
            <Tab key={id} id={id} className="settings-tab">
              <Icon size={16} aria-hidden />
              {label}
            </Tab>
          ))}
        </TabList>
        {sections.map(({ id, draw }) => (
          <TabPanel key={id} id={id} className="settings-panel">
            {draw}
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
