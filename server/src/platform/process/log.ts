import { type DestinationStream, type Logger, pino } from 'pino';
import { requestIds } from './request-id.ts';

export type Log = Logger;

/** JSON lines with the number of the request they belong to, on standard error: standard output belongs to what `npm start` tells the person. */
export const createLog = (
  name: string,
  level: string,
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log =>
  pino(
    {
      name,
      level,
      // Lines written through the request itself have it already.
      mixin: (_line, _level, log) => {
        const requestId = requestIds.getStore();
        return requestId === undefined || 'requestId' in log.bindings() ? {} : { requestId };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'req.headers.cookie',
          'req.headers.authorization',
          '*.password',
          '*.token',
          // PostgreSQL quotes whole rows there.
          ...['parameters', 'detail', 'where', 'internalQuery'].map((name) => `err.${name}`),
        ],
        censor: '[hidden]',
      },
    },
    to,
  );
