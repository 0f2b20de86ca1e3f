/** Before any schema is made: zod must not compile with eval, which the content security policy forbids. */
import { z } from 'zod';

z.config({ jitless: true });
