/** Variables in the window: another type by the service's rules, and where scripts use them. */
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { convertToType } from '../../../../renderer/features/variables/variable-row.tsx';
import { findVariableUsages, findVariableUsers, variablesOfRecord } from '../../../../renderer/records/scripts/variable-usages.ts';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

const createStory = () => {
  const environment = createTestEnvironment();
  return createTestStory(openEngine(null, environment), environment);
};
const pause = async () => undefined;
const variableTypes: Readonly<Record<string, 'string' | 'boolean' | 'float'>> = { string: 'string', boolean: 'boolean', number: 'float' };

describe('[Variables] another type', () => {
  test('keeps the value if it can be converted, else describes the new one; the engine accepts both', () => {
    const { build, send, project } = createStory();
    const cases = [
      ['12', 'integer', 12, null],
      ['', 'boolean', false, null],
      ['true', 'boolean', true, null],
      ['a lantern', 'float', 0, '“a lantern” becomes 0.'],
      [2.5, 'integer', 0, '“2.5” becomes 0.'],
      [7, 'boolean', false, '“7” becomes no.'],
      [true, 'float', 1, null],
      [3, 'string', '3', null],
    ] as const;
    for (const [at, [value, type, after, lost]] of cases.entries()) {
      const from = variableTypes[typeof value];
      const { id } = build('variable', { name: `v${at}`, type: from, value });
      const now = convertToType(value, type);
      expect(now.lost).toBe(lost);
      send({ do: 'change', kind: 'variable', id, fields: now.fields });
      expect(project.find('variable', id)).toMatchObject({ type, value: after });
    }
  });
});

describe('[Scripts] where variables are used', () => {
  test('in texts, labels and conditions, with the scope before the dot; once for each record', async () => {
    const { build, project } = createStory();
    const script =
      '<pre><code>oil += 1</code></pre><pre><code>if maren.trust &gt; 2 and oil &lt; 3</code></pre><p>Hm.</p><pre><code>endif</code></pre>';
    const element = build('element', { title: 'Well', content: script });
    const branch = build('branch');
    const condition = build('condition', { branchId: branch.id, script: 'oil > 1' });
    const uses = await findVariableUsages(project, pause, () => true);
    expect([...(uses ?? [])].find(([name]) => name === 'oil')?.[1]).toContain(element.id);
    expect(uses?.get('maren.trust')).toEqual([element.id]);
    expect(findVariableUsers(project, uses ?? new Map(), 'maren.').map(({ who, how }) => [who, how])).toEqual([
      ['Element “Well”', 'in a script'],
    ]);
    expect(findVariableUsers(project, uses ?? new Map(), 'a').map(({ id }) => id)).toEqual([condition.id]);
    expect(findVariableUsers(project, uses ?? new Map(), 'nobody')).toEqual([]);
  });

  test('a script that does not parse is scanned word by word: without strings, keywords and mentions', () => {
    const { build, project } = createStory();
    const span = '<span class="mention-element mention" data-id="x" data-label="Door" data-type="element">door</span>';
    const element = build('element', { content: `<pre><code>if oil &gt; and maren.trust = "has key" visits(${span}</code></pre>` });
    const record = project.get(element.id);
    expect(record && [...variablesOfRecord(record)].sort()).toEqual(['maren.trust', 'oil']);
  });

  test('counting stops when its result is no longer needed', async () => {
    const { build, project } = createStory();
    for (let at = 0; at < 301; at++) build('element', { content: `<pre><code>v${at} = 1</code></pre>` });
    expect(await findVariableUsages(project, pause, () => false)).toBeNull();
    expect((await findVariableUsages(project, pause, () => true))?.size).toBe(301);
  });
});
