/** The settings: looks, keys, the REST service, and who may do what through it. */

import { Cloud, Keyboard, KeyRound, type LucideIcon, Palette, Plug, SlidersHorizontal, SpellCheck, Users } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { RemotesSection } from '../mirror/remotes-section.tsx';
import { SpellingSection } from '../spelling/spelling-section.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { remoteWords } from '../words/en/mirror.ts';
import { settingsWords } from '../words/en/settings.ts';
import { spellingWords } from '../words/en/spelling.ts';
import { KeysSection } from './keys-section.tsx';
import { LooksSection } from './looks-section.tsx';
import { MembersSection } from './members-section.tsx';
import { ServiceSection } from './service-section.tsx';
import { followSettings } from './settings-state.ts';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';
import './settings.css';

type Section = 'looks' | 'shortcuts' | 'spelling' | 'remotes' | 'service' | 'keys' | 'members' | 'workspace';

export function SettingsDialog({ close }: { close: () => void }) {
  const [open, setOpen] = useState<Section>('looks');
  useEffect(followSettings, []);
  const sections: readonly { id: Section; label: string; icon: LucideIcon; draw: ReactNode }[] = [
    { id: 'looks', label: settingsWords.looks.title, icon: Palette, draw: <LooksSection /> },
    { id: 'shortcuts', label: settingsWords.shortcuts.title, icon: Keyboard, draw: <ShortcutsSection /> },
    { id: 'spelling', label: spellingWords.title, icon: SpellCheck, draw: <SpellingSection /> },
    { id: 'remotes', label: remoteWords.title, icon: Cloud, draw: <RemotesSection /> },
    { id: 'service', label: settingsWords.restService, icon: Plug, draw: <ServiceSection goToKeys={() => setOpen('keys')} /> },
    { id: 'keys', label: settingsWords.apiKeys, icon: KeyRound, draw: <KeysSection /> },
    { id: 'members', label: settingsWords.members, icon: Users, draw: <MembersSection /> },
    { id: 'workspace', label: settingsWords.workspace, icon: SlidersHorizontal, draw: <WorkspaceSection /> },
  ];
  return (
    <Dialog title={settingsWords.settings} onClose={close} width={880}>
      <Tabs
        className="settings"
        orientation="vertical"
        selectedKey={open}
        onSelectionChange={(key) => setOpen(sections.find(({ id }) => id === key)?.id ?? 'looks')}
      >
        <TabList className="settings-tabs" aria-label={settingsWords.settings}>
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
