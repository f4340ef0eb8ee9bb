import type { ErrorCode, RefusalDetails } from '@seri/contract/errors.ts';
import { STATUS_OF } from '@seri/contract/errors.ts';

/** Thrown by commands and handlers; the one error handler turns it into the reply of decisions D7.14. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  readonly details: RefusalDetails | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The field codes under the names of platform section 7; set by the call that promises them. */
  wireMessage: Record<string, string> | undefined;

  constructor(
    code: ErrorCode,
    more: { fields?: Record<string, string[]>; details?: RefusalDetails; retryAfterSeconds?: number } = {},
  ) {
    super(code);
    this.code = code;
    this.status = STATUS_OF[code] ?? 409;
    this.fields = more.fields;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Missing and not yours look the same (decisions 9, status codes). */
export class NotFound extends Refused {
  constructor() {
    super('NotFound');
  }
}
