/**
 * The least that a service which answers after an fsync must do: a bare hono route that does one better-sqlite3 transaction.
 * Runs as its own process: `node bare-service.ts FILE`. Prints its address.
 */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bareWriter } from './bare-writer.ts';

const [, , file = '', from = ''] = process.argv;
const records = JSON.parse(readFileSync(from, 'utf8')) as { id: string; json: string }[];
const bare = bareWriter(file, records);
const byId = new Map(records.map((record) => [record.id, record]));
let version = 0;

const app = new Hono();
app.patch('/element/:id', async (context) => {
  const body: unknown = await context.req.json();
  const record = byId.get(context.req.param('id'));
  if (!record || typeof body !== 'object') return context.json({}, 404);
  bare.write(record, ++version);
  return context.json({ version: version - 1, newVersion: version, versionTime: null });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`{"url": "http://127.0.0.1:${port}"}`));
