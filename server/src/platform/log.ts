import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard error: standard output belongs to what `npm start` tells the person. */
export const createLog = (
  name: string,
  level: string,
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log =>
  pino(
    {
      name,
      level,
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
