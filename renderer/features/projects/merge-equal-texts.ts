import { t } from '../../messages/translate.ts';

/** Sentences about a file, each once: several records may have the same name, and one list several broken entries. */
export function mergeEqualTexts(sentences: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, count]) => (count === 1 ? sentence : t('projects.import.repeated', { sentence, count })));
}
