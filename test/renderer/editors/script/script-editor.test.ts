import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { tokenizeScript } from '../../../../renderer/editors/script/script-highlighting.ts';
import { completionContextAt, findCompletions } from '../../../../renderer/editors/script/use-completion-menu.tsx';
import { createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';

function written() {
  const environment = createTestEnvironment();
  const story = createTestStory(openEngine(null, environment), environment);
  story.build('variable', { name: 'oil', type: 'integer', value: 3 });
  story.build('variable', { name: 'coil', type: 'boolean', value: true });
  const maren = story.build('component', { name: 'Maren' });
  story.build('attribute', { cId: maren.id, cType: 'components', name: 'Age', customId: 'age', value: { type: 'integer', data: 58 } });
  return story;
}

describe('a script is highlighted even if it has errors', () => {
  const kinds = (source: string, mentions?: Parameters<typeof tokenizeScript>[2]) =>
    tokenizeScript(written().project, source, mentions).map(({ start, end, kind }) => `${source.slice(start, end)} ${kind}`);

  test('words, functions, numbers, strings and signs', () => {
    expect(kinds('if oil >= 2 and not roll(6) == .5')).toEqual([
      'if keyword',
      'oil variable',
      '>= sign',
      '2 number',
      'and keyword',
      'not keyword',
      'roll function',
      '( sign',
      '6 number',
      ') sign',
      '== sign',
      '.5 number',
    ]);
    expect(kinds('show("a \\" b", \'open')).toEqual(['show function', '( sign', '"a \\" b" string', ', sign', "'open string"]);
  });

  test('unknown names are reported, also of a component', () => {
    expect(kinds('maren.age + maren.size + gold + nobody.x')).toEqual([
      'maren variable',
      '. sign',
      'age variable',
      '+ sign',
      'maren variable',
      '. sign',
      'size unknown',
      '+ sign',
      'gold unknown',
      '+ sign',
      'nobody unknown',
      '. sign',
      'x variable',
    ]);
  });

  test('the owner of a name is the word before the dot, also across spaces, lines and mentions, but not within a number or a string', () => {
    expect(kinds('maren . \n size')).toEqual(['maren variable', '. sign', 'size unknown']);
    expect(kinds('maren.age', [{ start: 0, end: 5 }])).toEqual(['. sign', 'age variable']);
    expect(kinds('2maren.age')).toContain('age unknown');
    expect(kinds('maren+.age')).toContain('age unknown');
    expect(kinds('"maren".age')).toContain('age unknown');
    expect(kinds('oil.maren.age')).toContain('age variable');
  });

  test('mentions are not names', () => {
    expect(kinds('visits(the_door)', [{ start: 7, end: 15 }])).toEqual(['visits function', '( sign', ') sign']);
  });
});

describe('completions at the caret', () => {
  const names = (before: string, inCondition = false) => {
    const asked = completionContextAt(before);
    return asked && findCompletions(written().project, asked, inCondition).map(({ text }) => text);
  };

  test('names that begin with the typed word come first', () => {
    expect(names('o')).toEqual(expect.arrayContaining(['oil', 'coil', 'or', 'round(']));
    expect(names('o')?.[0]).toBe('oil');
    expect(names('oi')).toEqual(['oil', 'coil']);
    expect(names('oil')).toEqual([]);
  });

  test('after a dot there are only the variables of that owner', () => {
    expect(names('mar')).toEqual(['maren.']);
    expect(names('maren.')).toEqual(['age']);
    expect(names('maren.x')).toEqual([]);
    expect(names('nobody.')).toEqual([]);
  });

  test('a condition has no statements and no functions without a result', () => {
    expect(names('e', false)).toEqual(expect.arrayContaining(['else', 'endif']));
    expect(names('endi', true)).toEqual([]);
    expect(names('sho', true)).toEqual([]);
    expect(names('sho', false)).toEqual(['show(']);
  });

  test('there are none in a string, in a number, or behind another name', () => {
    expect(completionContextAt('show("oi')).toBeNull();
    expect(completionContextAt("show('it\\'s oi")).toBeNull();
    expect(completionContextAt('2oi')).toBeNull();
    expect(completionContextAt('a.b.c')).toBeNull();
    expect(completionContextAt('show("x") oi')).toEqual({ query: 'oi', scope: null });
    expect(completionContextAt('"closed\nx = ')).toEqual({ query: '', scope: null });
  });
});
