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

/** Whether an error means that PostgreSQL cannot be reached, through a network or its socket. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return NETWORK_CODES.includes(code) || (syscall === 'connect' && SOCKET_CODES.includes(code));
}
