import type { ErrorCode, RefusalDetails } from '@seri/contract/errors.ts';
import { STATUS_OF } from '@seri/contract/errors.ts';

/** Thrown by commands and handlers; the error handler turns it into the reply (business-rules.md#error-answers). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  readonly details: RefusalDetails | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The field codes under their older names, set by the calls that promise them (business-rules.md#sign-up-fields). */
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

/** A missing object and an object of another user get the same reply (business-rules.md#error-answers). */
export class NotFound extends ApiError {
  constructor() {
    super('NotFound');
  }
}
