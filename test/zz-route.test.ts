import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { importStory } from '../main/importers/import-story.ts';
import { toRoutedConnection, toRoutedItem } from '../renderer/features/board/routing/routing-input.ts';
import { BoardIndex } from '../renderer/records/board/board-index.ts';
import { findItem, itemBox, itemsOn } from '../renderer/records/board/items.ts';
import { layoutItems } from '../renderer/features/board/layout/layout-items.ts';
import { boxesOverlap } from '../shared/layout/geometry.ts';
import { ConnectionRouter } from '../shared/layout/routing/connection-router.ts';
import { labelSize } from '../shared/layout/routing/label-size.ts';
import { Project } from '../shared/model/project.ts';
import { richTextToPlainText } from '../shared/rich-text/plain-text.ts';
import { readHostedExports } from './hosted-exports.ts';
import { createTestEnvironment } from './test-environment.ts';

const label = (record: any) => { const all = Object.values(record.label ?? {}) as any[]; return richTextToPlainText(all[0]?.text ?? ''); };
test('x', async () => {
  const files = [...readHostedExports(), ...['sample','visual-novel','game-engine-sample','tabletop-campaign-sample','cyber-security-sample','video-sample'].map((name) => ({ name: `S-${name}`, json: JSON.parse(readFileSync(`samples/${name}.json`, 'utf8')) }))];
  for (const { name, json } of files) {
    const { records } = await importStory(json as any, { environment: createTestEnvironment(), repair: true });
    const project = new Project(records);
    for (const board of records.filter((r: any) => r.kind === 'board')) for (const mode of ['stored', 'layout']) {
      const index = new BoardIndex(project, board.id);
      for (const _ of index.build());
      if (index.connections.size === 0) continue;
      if (mode === 'layout') {
        const items = [...itemsOn(project, board.id)].map((i) => ({ ...itemBox(project, i), id: i.id }));
        const arrows = [...index.connections.values()].map((g) => ({ from: g.itemId, to: g.record.targetid, label: label(g.record) === '' ? undefined : labelSize(label(g.record), g.record.labelWidth ?? 200) }));
        const places = await layoutItems({ items, arrows, obstacles: [] } as any);
        index.setDraggedBoxes(new Map(items.map((i) => [i.id, { ...places!.get(i.id)!, width: i.width, height: i.height }])));
      }
      const router = new ConnectionRouter();
      const t0 = performance.now();
      const routes = router.update({
        items: [...index.boxes].map(([id, box]) => toRoutedItem(index, id, box)), removedItems: [], removedConnections: [],
        connections: [...index.connections.values()].map((g) => toRoutedConnection(g, label(g.record))),
      });
      const ms = performance.now() - t0;
      const boxes = [...index.boxes];
      const over = boxes.flatMap(([a, x], i) => boxes.slice(i + 1).filter(([, y]) => boxesOverlap(x, y)).map(([b]) => [a, b]));
      console.log(name, (board as any).name, mode, 'items', boxes.length, 'conns', index.connections.size, 'overlapping cards', over.length, ms.toFixed(1));
      writeFileSync(`/tmp/rt/routing/${name.replace('.json', '')}-${String((board as any).name).replace(/\W/g, '_')}-${mode}.json`, JSON.stringify({
        boxes: boxes.map(([id, b]) => ({ ...b, kind: findItem(project, id)?.kind })),
        lines: [...routes].map(([id, r]) => ({ ...r, label: label(index.connections.get(id)!.record), theme: index.connections.get(id)!.record.theme, type: index.connections.get(id)!.record.type, size: r.labelWidth ? labelSize(label(index.connections.get(id)!.record), r.labelWidth) : null })),
      }));
    }
  }
});
