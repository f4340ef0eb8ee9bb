import type { ErrorCode, RefusalDetails } from '@seri/contract/errors.ts';
import { STATUS_OF } from '@seri/contract/errors.ts';

/** Thrown by commands and handlers; the one error handler turns it into the reply (business-rules.md#error-answers). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  readonly details: RefusalDetails | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The field codes under older names, set by the call that promises them (business-rules.md#sign-up-fields). */
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

/** Missing and not yours look the same (business-rules.md#error-answers). */
export class NotFound extends ApiError {
  constructor() {
    super('NotFound');
  }
}
