import { type ComponentType, type ReactNode, use } from 'react';
import { loadNeededPart, loadPart, type PartLoader } from './load-part.ts';

/** A component of a file that loads when it is first rendered. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it ahead; a failure does not matter until the component is rendered. */
  preload: () => Promise<void>;
}

type PropsOf<Exported> = Exported extends ComponentType<infer Props> ? Props : never;

/**
 * The component `name` of a file that loads when it is first rendered, within a `Suspense`. Used instead of React's
 * `lazy` and the router's `lazyRouteComponent`: the former never tries again, so that a short loss of the connection
 * replaces the page by an error, and the latter reloads the page. This one waits for the connection. `onReplaced` is
 * called when a release has replaced the file.
 */
export function lazyPart<Name extends string, File extends Record<Name, ComponentType<never>>>(
  load: PartLoader<File>,
  name: Name,
  onReplaced?: () => void,
): LazyPart<PropsOf<File[Name]>> {
  let Loaded: ComponentType<object> | undefined;
  let loading: Promise<void> | undefined;
  const keep = (file: File) => {
    Loaded = file[name] as ComponentType<object>;
  };
  const part = (props: PropsOf<File[Name]>) => {
    if (!Loaded) {
      loading ??= loadNeededPart(load, onReplaced).then(keep);
      use(loading);
    }
    // It is loaded now, but the compiler does not follow the promise.
    const Content = Loaded as unknown as ComponentType<object>;
    return <Content {...(props as object)} />;
  };
  return Object.assign(part, { preload: () => loadPart(load).then(keep, () => {}) });
}
