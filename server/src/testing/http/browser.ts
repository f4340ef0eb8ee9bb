import type { FastifyInstance, InjectOptions } from 'fastify';

export interface Browser {
  /** Cookies by name, as a browser stores them. */
  jar: Map<string, string>;
  ask(method: InjectOptions['method'], url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}
export interface Reply {
  status: number;
  /** Parsed JSON; tests read arbitrary fields. */
  body: ReturnType<typeof JSON.parse>;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
  setCookies: string[];
}

let nextHost = 1;

/** A browser with a network address of its own that sets and deletes cookies as replies require. */
export function openBrowser(app: FastifyInstance, address = newAddress()): Browser {
  const jar = new Map<string, string>();
  return {
    jar,
    ask: async (method, url, body, headers = {}) => {
      const reply = await app.inject({
        method: method ?? 'GET',
        url,
        remoteAddress: address,
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      for (const cookie of reply.cookies) {
        if (cookie.value === '') jar.delete(cookie.name);
        else jar.set(cookie.name, cookie.value);
      }
      const set = reply.headers['set-cookie'];
      return {
        status: reply.statusCode,
        body: reply.json(),
        text: reply.body,
        headers: reply.headers,
        setCookies: set === undefined ? [] : [set].flat(),
      };
    },
  };
}

/** Returns an address in a network that no test in this file has used. */
export const newAddress = () => `2001:db8:0:${(nextHost++).toString(16)}::1`;
