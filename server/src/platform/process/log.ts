import { type DestinationStream, type Logger, pino } from 'pino';
import { requestIds } from './request-id.ts';

export type Log = Logger;

/**
 * Creates a logger that writes JSON lines with the request id to standard error; standard output is for the messages
 * of `npm start`.
 */
export const createLog = (
  name: string,
  level: string,
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log =>
  pino(
    {
      name,
      level,
      // Lines of the request's own logger already contain it.
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
          // PostgreSQL quotes whole rows in these fields.
          ...['parameters', 'detail', 'where', 'internalQuery'].map((name) => `err.${name}`),
        ],
        censor: '[hidden]',
      },
    },
    to,
  );
