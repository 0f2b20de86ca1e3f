/** [Story folder] A story is the same after it has been written as files and read again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exporterIds, exportStory } from '../../../main/exporters/exporters.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import { fileLocalesOf, homeOf, recordsBeside, translationPathOf } from '../../../main/story-folder/folder-layout.ts';
import { Project } from '../../../shared/model/project.ts';
import { readHostedExports, skippedSuffix } from '../../hosted-exports.ts';
import { cases } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { everything } from '../exporters/everything.ts';
import { randomStory } from '../exporters/random-story.ts';
import { readTexts, textsOf, withoutHostedComments, writeStory } from './story-files.ts';

const recordsOf = (project: Project) => new Map([...project.records()].map((record) => [record.id, record]));

function expectSameStory(project: Project): void {
  const { files, names } = writeStory(project);
  const read = readTexts(textsOf(files), [...files.keys()]);
  expect(read.problems).toEqual([]);
  expect(recordsOf(read.project)).toEqual(recordsOf(project));
  expect(read.names).toEqual(names);
  expect(writeStory(read.project, { names: read.names }).files).toEqual(files);
  for (const format of exporterIds) {
    const options = { format, allLocales: true, destination: 'file' } as const;
    expect(exportStory(read.project, options), format).toBe(exportStory(project, options));
  }
}

const local = {
  localComments: {
    '8f14e45f-ceea-467f-a9e0-3a8f5e1f6b11': {
      text: 'Too long?\nYes: cut it',
      author: 'Ada: “A.” Ltd',
      createdAt: '2026-11-28T10:00:00.000Z',
      updatedAt: null,
      resolved: true,
    },
  },
};

describe('[Story folder] a story that is written and read again', () => {
  test('is equal in every record and every export, with every kind and what is local', () => {
    const story = everything();
    for (const record of [...story.records.values()])
      if (record.kind !== 'project' && record.kind !== 'comment' && record.kind !== 'reply') story.change(record.id, local);
    expectSameStory(withoutHostedComments(story.project()));
  });

  test('is equal in every record and every export, whatever it contains', () => {
    fc.assert(
      fc.property(randomStory, (story) => expectSameStory(story.project())),
      { numRuns: cases(20) },
    );
  });

  test('has the same text in the files of a record when only the records beside it are looked at', () => {
    let looked = 0;
    fc.assert(
      fc.property(randomStory, (story) => {
        const project = story.project();
        const { files, names } = writeStory(project);
        for (const record of project.records()) {
          const home = homeOf(record, project, names);
          const records = recordsBeside([record.id], project, project);
          if (!home || !records) continue;
          const locales = [...fileLocalesOf(project.projectRecord.locales)];
          const paths = new Set([home.path, ...locales.map((locale) => translationPathOf(locale, home))]);
          const expected = new Map([...files].filter(([path]) => paths.has(path)));
          expect(writeStory(project, { names, paths, records }).files).toEqual(expected);
          looked += 1;
        }
      }),
      { numRuns: cases(20) },
    );
    expect(looked).toBeGreaterThan(0);
  });

  test('is equal in every record, whatever its texts, names and unknown fields are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('a', ' ', '\n', '\t', '\r', '#', ':', '-', '<', '"', "'", '\u2028', '\ufeff', '|', '---', '...', '\\'),
      }),
    );
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
    const extra = fc.dictionary(fc.oneof(text, fc.constantFrom('rank', 'id', 'kind', 'mood', 'extra', '007', 'null', '')), json, {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(text, text, extra, fc.array(text, { maxLength: 3 }), (name, css, others, sources) => {
        const story = everything();
        for (const record of [...story.records.values()])
          if (record.kind === 'board') story.change(record.id, { name, ...(Object.keys(others).length > 0 && { extra: others }) });
          else if (record.kind === 'element')
            story.change(record.id, {
              translatedFrom: Object.fromEntries(sources.map((each, at) => [`title/${['de', 'en', 'xx'][at]}`, each])),
            });
          else if (record.kind === 'project') story.change(record.id, { css, ...(Object.keys(others).length > 0 && { extra: others }) });
        const project = withoutHostedComments(story.project());
        const { files } = writeStory(project);
        const read = readTexts(textsOf(files), [...files.keys()]);
        expect(read.problems).toEqual([]);
        expect(recordsOf(read.project)).toEqual(recordsOf(project));
      }),
      { numRuns: cases(30) },
    );
  });

  test(`is equal in every record and every export, for all real files${skippedSuffix}`, async () => {
    for (const { name, json } of readHostedExports()) {
      const { records } = await importStory(json, { environment: createTestEnvironment(), repair: name === 'json-2024-hello.json' });
      expectSameStory(new Project(records));
    }
  });
});
