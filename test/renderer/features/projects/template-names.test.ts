/** The names of templates fit on narrow cards, and are plain text where they become names of projects. */
import { expect, test } from 'vitest';
import { templateName } from '../../../../renderer/features/projects/template-list.tsx';
import { languageStore, t } from '../../../../renderer/messages/translate.ts';
import { projectTemplates } from '../../../../shared/contracts/ipc/project-calls.ts';
import { loadTranslator } from '../../../../shared/load-translator.ts';

const longestPart = 7;

test('a long Japanese name breaks between its words, and not as the name of a project', async () => {
  const before = languageStore.getState();
  languageStore.setState({ language: 'ja', translator: await loadTranslator('ja') });
  const shown = projectTemplates.map((id) => t(`projects.templateNames.${id}`));
  const names = projectTemplates.map(templateName);
  languageStore.setState(before);
  const parts = shown.flatMap((name) => name.split('\u200b')).flatMap((name) => name.match(/[\p{Script=Katakana}ー]+/gu) ?? []);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((part) => part.length > longestPart)).toEqual([]);
  expect(names).toContain('サイバーセキュリティ');
});
