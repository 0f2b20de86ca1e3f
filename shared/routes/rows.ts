/** How the rows of the table are written. */
import type { z } from 'zod';
import type { Does, Param, Route } from './route.ts';

/** A row as it is written: what follows from the rest of it is left out. */
export type Row = Omit<Route, 'rule' | 'status' | 'gives'> & Partial<Pick<Route, 'status' | 'gives'>>;
export const section = (rule: string, rows: readonly Row[]): Route[] =>
  rows.map((row) => ({
    ...row,
    rule,
    status: row.status ?? (row.gives === 'C' || row.does.do === 'create' ? 201 : 200),
    gives: row.gives ?? envelopeOf(row),
  }));
const envelopeOf = ({ does, name }: Row): string => (does.do === 'create' ? 'C' : does.do === 'read' || does.do === 'own' ? name : 'V');

export const read = (name: string, path: string, gives: string): Row => ({
  name,
  method: 'GET',
  path,
  needs: 'view',
  does: { do: 'read' },
  gives,
});
export const write = (name: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, does: Does, body?: z.ZodObject): Row => ({
  name,
  method,
  path,
  needs: 'edit',
  does,
  ...(body && { body }),
});
export const remove = (name: string, path: string, of: Param): Row => write(name, 'DELETE', path, { do: 'remove', of });
