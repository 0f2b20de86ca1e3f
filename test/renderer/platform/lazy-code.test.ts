/** Code that is loaded later: once it is loaded, a later key press never overtakes it, and a component is rendered at once. */
import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

/** Without the actions that other files of this worker have loaded. */
vi.resetModules();
const { lazyCode, lazyComponent, preloadCode } = await import('../../../renderer/platform/lazy-code.ts');

test('runs at once from the moment it is loaded, and is loaded once', async () => {
  let loads = 0;
  const code = lazyCode(async () => ({ double: (value: number) => value * 2, number: ++loads }));
  const first = code.run(({ double }) => double(2));
  expect(first).toBeInstanceOf(Promise);
  expect(await first).toBe(4);
  expect(code.run(({ double }) => double(3))).toBe(6);
  expect(loads).toBe(1);
});

test('runs in the order of the calls while it is loading', async () => {
  const loading = Promise.withResolvers<object>();
  const code = lazyCode(() => loading.promise);
  const ran: string[] = [];
  const all = ['one', 'two'].map((name) => code.run(() => ran.push(name)));
  expect(ran).toEqual([]);
  loading.resolve({});
  await Promise.all(all);
  expect(ran).toEqual(['one', 'two']);
});

test('can be loaded before it is needed; what could not be loaded is tried again, and then rejects', async () => {
  let attempts = 0;
  const code = lazyCode(async () => {
    attempts++;
    if (attempts < 3) throw new Error('offline');
    return { answer: 42 };
  }, 'idle');
  await preloadCode('idle');
  expect(attempts).toBe(1);
  await expect(code.run(({ answer }) => answer)).rejects.toThrow('offline');
  expect(await code.run(({ answer }) => answer)).toBe(42);
  expect(code.run(({ answer }) => answer)).toBe(42);
});

test('a component is rendered once it is loaded, and only code of the same stage is loaded before', async () => {
  const loaded: string[] = [];
  const load = (name: string) => async () => {
    loaded.push(name);
    return ({ title }: { title: string }) => createElement('p', {}, title);
  };
  const early = lazyComponent(load('early'), 'workspace');
  const late = lazyComponent(load('late'));
  const html = (Content: typeof early) =>
    renderToStaticMarkup(createElement(Suspense, { fallback: 'loading' }, createElement(Content, { title: 'Here' })));
  await preloadCode('workspace');
  expect(loaded).toEqual(['early']);
  expect(html(early)).toBe('<p>Here</p>');
  expect(html(late)).toContain('loading');
  await late.load();
  expect(html(late)).toBe('<p>Here</p>');
  expect(loaded).toEqual(['early', 'late']);
});
