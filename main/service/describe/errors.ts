/** The answers that are no success, as the OpenAPI document tells them ([Errors], [Limits 4, 5], G4). */
import type { Route } from '../../../shared/routes/route.ts';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer' };

export const errorSchemas: Json = {
  Error: {
    type: 'object',
    required: ['title', 'status', 'detail', 'errors', 'errorCode'],
    properties: {
      title: text,
      status: whole,
      detail: { type: ['string', 'null'] },
      errors: {
        description: 'Every fault by the path of its field; an empty array where there is none.',
        anyOf: [
          { type: 'object', additionalProperties: text },
          { type: 'array', maxItems: 0 },
        ],
      },
      errorCode: whole,
      type: { const: 'integrity_conflict' },
      conflictType: text,
      context: { type: 'object', additionalProperties: text },
    },
  },
  Unauthenticated: {
    type: 'object',
    required: ['error'],
    properties: { error: { const: 'Unauthenticated.' } },
    additionalProperties: false,
  },
};

export const rateHeaders: Json = {
  'X-RateLimit-Limit': { description: 'Requests a minute, of the quota with fewer left.', schema: whole },
  'X-RateLimit-Remaining': { description: 'What is left of it.', schema: whole },
};

const answer = (description: string, schema = 'Error', headers?: Json): Json => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const table = {
  400: ['BadRequest', answer('The request is not valid, or not supported here; all faults are told at once.')],
  401: ['Unauthenticated', answer('No key, or none that is known. Without Accept: application/json a 302 to /login.', 'Unauthenticated')],
  403: ['Forbidden', answer('The key, the member or the workspace may not do this.')],
  404: ['NotFound', answer('There is no such project or resource.')],
  409: ['Conflict', answer('The state of the project does not allow it; nothing has changed.')],
  410: ['Gone', answer('The upload’s reservation ran out before its file came.')],
  413: ['TooLarge', answer('The request is larger than the service takes.')],
  429: [
    'TooManyRequests',
    answer('A quota of the workspace is used up; nothing has been done.', 'Error', {
      'Retry-After': { description: 'Seconds until it is worth trying again.', schema: whole },
      'X-RateLimit-Reset': { description: 'The same as a Unix time.', schema: whole },
    }),
  ],
  500: ['ServerError', answer('Something went wrong here. It has been logged.')],
} as const satisfies Record<number, readonly [string, Json]>;
type Status = keyof typeof table;

export const errorAnswers: Json = Object.fromEntries(Object.values(table));

/** What a route may answer beside its success, as references by status. */
export const errorsOf = (row: Route): Json =>
  Object.fromEntries(statusesOf(row).map((status) => [status, { $ref: `#/components/responses/${table[status][0]}` }]));

/** The same as numbers. */
export function statusesOf({ path, method, multipart, body, does, needs }: Route): Status[] {
  const takesInput = body !== undefined || multipart === true;
  const may: Record<Status, boolean> = {
    400: takesInput || path.includes('/:hash/') || typeof needs === 'object',
    401: true,
    403: true,
    404: path.includes(':hash'),
    409: method !== 'GET' && path.includes('/:hash/') && does.do !== 'read',
    410: multipart === true,
    413: takesInput,
    429: true,
    500: true,
  };
  return ([400, 401, 403, 404, 409, 410, 413, 429, 500] as const).filter((status) => may[status]);
}
