/**
 * Lists the English messages of each feature with the files that show them, for someone who reads the wording as a whole:
 *   npm run messages:list
 *   npm run messages:list -- find settings     # only these features
 */

import { messages } from '../shared/messages/en/messages.ts';
import { patternOf, readMessageUses } from '../test/shared/messages/message-uses.ts';
import { readCommandLine } from './command-line.mjs';
import { isMainModule } from './paths.mjs';

/** @param {readonly string[]} features Nothing for all. */
export function renderMessageList(features) {
  const byFeature = Map.groupBy(Object.entries(messages), ([key]) => featureOf(key));
  const placesOf = createPlaceFinder(new Set(byFeature.keys()));
  return [...byFeature.keys()]
    .sort()
    .map((feature) => /** @type {const} */ ([feature, byFeature.get(feature) ?? []]))
    .filter(([feature]) => features.length === 0 || features.includes(feature))
    .map(([feature, rows]) => {
      const lines = rows.map(
        ([key, text]) => `${key}\n    ${text.replaceAll('\n', '\\n')}\n    ${placesOf(key).join(', ') || '(no place)'}\n`,
      );
      return `## ${feature}\n\n${lines.join('')}`;
    })
    .join('\n');
}

/** @param {ReadonlySet<string>} features */
function createPlaceFinder(features) {
  const uses = readMessageUses(features);
  const computed = [...uses.computed].map(([key, files]) => ({ pattern: patternOf(key), files }));
  return (/** @type {string} */ key) => [
    ...new Set([...(uses.literals.get(key) ?? []), ...computed.flatMap(({ pattern, files }) => (pattern.test(key) ? files : []))]),
  ];
}

const featureOf = (/** @type {string} */ key) => key.slice(0, key.indexOf('.'));

if (isMainModule(import.meta.url)) {
  const { positionals } = readCommandLine('npm run messages:list -- [FEATURE...]', { allowPositionals: true });
  process.stdout.write(renderMessageList(positionals));
}
