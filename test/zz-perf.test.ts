import { test } from 'vitest';
import { ConnectionRouter } from '../shared/layout/routing/connection-router.ts';
import { facesBetween, faceMidpoint } from '../shared/layout/geometry.ts';
function board(count: number, kind: string) {
  let seed = 1; const rnd = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
  const items: any[] = []; const per = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) items.push({ id: `i${i}`, cornerRadius: 12, box: kind === 'bench' ? { x: (i % 100) * 380, y: Math.floor(i / 100) * 30, width: 301, height: 121 } : kind === 'grid' ? { x: (i % per) * 480, y: Math.floor(i / per) * 220, width: 301, height: 121 } : { x: (i % per) * 480 + Math.floor(rnd() * 150), y: Math.floor(i / per) * 260 + Math.floor(rnd() * 120), width: 301, height: 60 + Math.floor(rnd() * 120) } });
  const connections: any[] = [];
  for (let i = 0; i < count; i++) {
    const j = kind === 'random' ? (rnd() < 0.98 ? Math.min(count - 1, Math.max(0, i + Math.floor(rnd() * 5 - 2) + per * Math.floor(rnd() * 5 - 2))) : Math.floor(rnd() * count)) : i + 1;
    if (j === i || j >= count) continue;
    const f = facesBetween(items[i].box, items[j].box);
    connections.push({ id: `c${i}`, type: ['Bezier', 'Bezier', 'Flowchart', 'Straight'][kind === 'bench' ? 0 : i % 4], sourceId: `i${i}`, targetId: `i${j}`, rowBox: null, label: kind === 'bench' || i % 2 === 0 ? 'the old door opens' : '', labelWidth: 200, labelLocation: 0.5,
      from: { ...faceMidpoint(items[i].box, f.source), face: f.source }, to: { ...faceMidpoint(items[j].box, f.target), face: f.target } });
  }
  return { items, connections, removedItems: [], removedConnections: [] };
}
test('perf', () => {
  for (const kind of ['bench', 'grid', 'random']) for (const n of [3000, 10000]) {
    const router = new ConnectionRouter();
    const change = board(n, kind);
    let t = performance.now();
    const r = router.update(change);
    const full = performance.now() - t;
    t = performance.now();
    const it = change.items[Math.floor(n / 2)];
    const r2 = router.update({ items: [{ ...it, box: { ...it.box, x: it.box.x + 60, y: it.box.y + 40 } }], connections: change.connections.filter((c) => c.sourceId === it.id || c.targetId === it.id), removedItems: [], removedConnections: [] });
    console.log(kind, n, 'routes', r.size, full.toFixed(0), 'ms; move', r2.size, (performance.now() - t).toFixed(1), 'ms', JSON.stringify((router as any).times ?? {}));
  }
});
