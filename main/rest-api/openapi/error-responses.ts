/** The error responses of the OpenAPI document ([Errors], [Limits 4, 5], G4). */
import type { Route } from '../../../shared/contracts/rest/routes/route.ts';
import type { JsonObject } from '../../../shared/json.ts';

const textSchema = { type: 'string' };
const integerSchema = { type: 'integer' };

export const errorSchemas: JsonObject = {
  Error: {
    type: 'object',
    required: ['title', 'status', 'detail', 'errors', 'errorCode'],
    properties: {
      title: textSchema,
      status: integerSchema,
      detail: { type: ['string', 'null'] },
      errors: {
        description: 'Every fault by the path of its field; an empty array where there is none.',
        anyOf: [
          { type: 'object', additionalProperties: textSchema },
          { type: 'array', maxItems: 0 },
        ],
      },
      errorCode: integerSchema,
      type: { const: 'integrity_conflict' },
      conflictType: textSchema,
      context: { type: 'object', additionalProperties: textSchema },
    },
  },
  Unauthenticated: {
    type: 'object',
    required: ['error'],
    properties: { error: { const: 'Unauthenticated.' } },
    additionalProperties: false,
  },
};

export const rateLimitHeaders: JsonObject = {
  'X-RateLimit-Limit': {
    description: 'The requests per minute that the quota with the fewest remaining requests allows.',
    schema: integerSchema,
  },
  'X-RateLimit-Remaining': { description: 'The remaining requests of that quota.', schema: integerSchema },
};

const createResponse = (description: string, schema = 'Error', headers?: JsonObject): JsonObject => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const responsesByStatus = {
  400: ['BadRequest', createResponse('The request is not valid, or not supported here; all faults are reported at once.')],
  401: [
    'Unauthenticated',
    createResponse('The key is missing or not valid. Without Accept: application/json a 302 to /login.', 'Unauthenticated'),
  ],
  403: ['Forbidden', createResponse('The key, the member or the workspace may not do this.')],
  404: ['NotFound', createResponse('There is no such project or resource.')],
  409: ['Conflict', createResponse('The state of the project does not allow it; nothing has changed.')],
  410: ['Gone', createResponse('The upload’s reservation expired before its file arrived.')],
  413: ['TooLarge', createResponse('The request exceeds the size limit of the service.')],
  429: [
    'TooManyRequests',
    createResponse('A quota of the workspace is exhausted; nothing has been changed.', 'Error', {
      'Retry-After': { description: 'Seconds until it is worth trying again.', schema: integerSchema },
      'X-RateLimit-Reset': { description: 'The same as a Unix time.', schema: integerSchema },
    }),
  ],
  500: ['ServerError', createResponse('Something went wrong here. It has been logged.')],
} as const satisfies Record<number, readonly [string, JsonObject]>;
type ErrorStatus = keyof typeof responsesByStatus;

export const errorResponses: JsonObject = Object.fromEntries(Object.values(responsesByStatus));

/** The error responses of a route, as references by status. */
export const errorResponseRefs = (row: Route): JsonObject =>
  Object.fromEntries(errorStatuses(row).map((status) => [status, { $ref: `#/components/responses/${responsesByStatus[status][0]}` }]));

/** The statuses of a route's error responses. */
export function errorStatuses({ path, method, multipart, body, action, permission }: Route): ErrorStatus[] {
  const takesInput = body !== undefined || multipart === true;
  const may: Record<ErrorStatus, boolean> = {
    400: takesInput || path.includes('/:hash/') || typeof permission === 'object',
    401: true,
    403: true,
    404: path.includes(':hash'),
    409: method !== 'GET' && path.includes('/:hash/') && action.do !== 'read',
    410: multipart === true,
    413: takesInput,
    429: true,
    500: true,
  };
  return ([400, 401, 403, 404, 409, 410, 413, 429, 500] as const).filter((status) => may[status]);
}
