const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
];
/** Of a socket that is missing, closed to this user, or has too many waiting connections. */
const SOCKET_CODES = ['ENOENT', 'EACCES', 'EAGAIN'];

/** Of pg and its pool, whose errors then have no code. */
const LOST = /Connection terminated|timeout exceeded when trying to connect/;

/** Whether an error means that PostgreSQL cannot be reached, through a network or its socket. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  const isSocketRefused = syscall === 'connect' && SOCKET_CODES.includes(code);
  return NETWORK_CODES.includes(code) || isSocketRefused || LOST.test(String(message));
}
