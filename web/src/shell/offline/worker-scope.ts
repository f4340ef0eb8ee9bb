import type { BuiltFile } from './app-files.ts';

/** The part of a service worker's surroundings that ours uses; TypeScript's own declarations exclude those of pages. */
export interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly OpenPage[]>;
  openWindow(url: string): Promise<unknown>;
  claim(): Promise<void>;
}

export interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: object, transfer: Transferable[]): void;
}

interface LastingEvent extends Event {
  /** The worker stays alive until the promise has settled. */
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface Events {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: RequestEvent;
  message: LastingEvent & { readonly data: unknown };
  push: LastingEvent & { readonly data: { text(): string } | null };
  notificationclick: LastingEvent & { readonly notification: Notification };
}

export interface WorkerScope {
  readonly __WB_MANIFEST: BuiltFile[];
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: Pages;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}
