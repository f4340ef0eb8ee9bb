/** Content of one message to one address; plain text, never markup. */
export interface Message {
  title: string;
  /** Lines below the title. */
  lines: string[];
  /** Complete address that the message opens. */
  url: string;
  /** Labels of buttons, in the language of the reader. */
  open: string;
  mute: string;
  isUrgent: boolean;
  /** Identifies the message: a repeat after an interruption replaces the first one where the channel can. */
  tag: string;
  /** JPEG of the lot. */
  photo?: Buffer | null;
}

/** An address of a user, and the keys of a browser. */
export interface Target {
  address: string;
  pushKeys: { p256dh: string; auth: string } | null;
}

/**
 * Result of one attempt. `gone`: the address no longer exists or refuses us, and is removed. `refused`: this message
 * will never be accepted. `retry`: later, with `everyone` when the whole channel has to pause.
 */
export type Outcome =
  | { result: 'sent' }
  | { result: 'gone'; reason: string }
  | { result: 'refused'; reason: string }
  | { result: 'retry'; reason: string; afterSeconds?: number | undefined; everyone?: boolean };

export type Send = (target: Target, message: Message, signal: AbortSignal) => Promise<Outcome>;

/** Seconds of a Retry-After header: a number, or a date. Undefined when it is missing or unreadable. */
export function secondsOf(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), 86_400) : undefined;
}
