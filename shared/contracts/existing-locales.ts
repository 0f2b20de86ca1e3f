/** The languages that a target writes. Apart from its schemas, because the window loads no zod (ADR 0104). */
import type { TargetSettings } from './targets.ts';

/** Languages that were chosen may have been deleted from the project since then: without any other, the main one remains. `existing`: those of the project. */
export function existingLocales(locales: TargetSettings['locales'], existing: readonly string[]): TargetSettings['locales'] {
  if (typeof locales === 'string') return locales;
  const chosen = locales.filter((iso) => existing.includes(iso));
  return chosen.length > 0 ? chosen : 'main';
}
