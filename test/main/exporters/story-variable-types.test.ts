/** The types that a variable may have follow the assignments of the story as they change. */
import { expect, test } from 'vitest';
import { storyVariableTypes } from '../../../main/exporters/checks/story-variable-types.ts';
import { en, smallStory } from './build-project.ts';
import { pluginProfile } from './plugin-profiles.ts';

test('a type is there as long as any record assigns it', () => {
  const { story, board, element } = smallStory();
  story.add('variable', { name: 'v', type: 'integer', value: 1 });
  const second = story.element(board, 'Second');
  const project = story.project();
  const profile = pluginProfile('unity');
  const types = () =>
    [...storyVariableTypes(project, profile).typesOf({ scope: null, name: 'v', at: { block: 0, line: 1, column: 1 } })].sort();
  const write = (id: string, script: string) => {
    const before = project.get(id);
    if (!before) throw new Error('The element is missing.');
    project.apply([{ before, after: { ...before, content: en(`<pre><code>${script}</code></pre>`) } }]);
  };
  expect(types()).toEqual(['integer']);
  write(element, 'v = "a"');
  write(second, 'v = "a"');
  expect(types()).toEqual(['integer', 'string']);
  write(element, 'v = true');
  expect(types()).toEqual(['boolean', 'integer', 'string']);
  write(second, 'v += 2');
  expect(types()).toEqual(['boolean', 'integer']);
});
