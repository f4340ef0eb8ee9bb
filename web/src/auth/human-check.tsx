import { puzzle } from '@seri/contract/auth/routes.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, call } from '../shell/api/api.ts';
import { language, t } from '../shell/i18n/i18n.ts';
import { useSettings } from '../shell/settings.ts';
import { solvePuzzle } from './solve-puzzle.ts';

const SLOW_AFTER_MS = 1_000;
/** Reuse limit of a puzzle. The server accepts it for ten minutes. */
const FRESH_MS = 8 * 60_000;

interface HumanCheck {
  /** Value for the `humanCheck` field of a call. Request a new one each time: the server accepts each only once. */
  answer: () => Promise<string | undefined>;
  /** Visible part of the check; goes above the button. */
  box: ReactNode;
}

/** Human check of the company settings: none, a puzzle solved in the background, or Google's reCAPTCHA. */
export function useHumanCheck(): HumanCheck {
  const kind = useSettings()?.humanCheck ?? null;
  const proof = useProof(kind?.kind === 'proof');
  const recaptcha = useRecaptcha(kind?.kind === 'recaptcha' ? kind.siteKey : null);
  if (kind?.kind === 'proof') return proof;
  if (kind?.kind === 'recaptcha') return recaptcha;
  return { answer: async () => undefined, box: null };
}

function useProof(isEnabled: boolean): HumanCheck {
  const solving = useRef<{ startedAtMs: number; solution: Promise<string> } | null>(null);
  const [isSlow, setIsSlow] = useState(false);
  const start = () => {
    const solution = solveNew();
    // Avoid an unhandled rejection before anything awaits it; `answer` reports the failure.
    solution.catch(() => {});
    solving.current = { startedAtMs: performance.now(), solution };
    return solution;
  };
  const begin = useEffectEvent(() => void start());
  // Solve while the client fills in the form, so that sending does not wait.
  useEffect(() => {
    if (isEnabled) begin();
  }, [isEnabled]);

  const answer = async () => {
    const begun = solving.current;
    solving.current = null;
    const isFresh = begun && performance.now() - begun.startedAtMs < FRESH_MS;
    const slow = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    try {
      return await (isFresh ? begun.solution : solveNew());
    } finally {
      clearTimeout(slow);
      setIsSlow(false);
    }
  };
  return { answer, box: <p role="status">{isSlow && t('auth.human.checking')}</p> };
}

async function solveNew(): Promise<string> {
  // The browser offers hashing only over https.
  if (!globalThis.crypto?.subtle) throw new ApiError('Recaptcha', 0);
  return solvePuzzle(await call(puzzle));
}

function useRecaptcha(siteKey: string | null): HumanCheck {
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<number | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!siteKey) return;
    const element = document.createElement('div');
    box.current?.append(element);
    let isGone = false;
    loadRecaptcha().then(
      (recaptcha) => {
        if (isGone) return;
        const theme = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';
        widget.current = recaptcha.render(element, { sitekey: siteKey, theme, hl: language });
      },
      () => setHasFailed(true),
    );
    return () => {
      isGone = true;
      widget.current = null;
      element.remove();
    };
  }, [siteKey]);

  const answer = async () => {
    const { grecaptcha } = window;
    const response = widget.current === null ? '' : grecaptcha?.getResponse(widget.current);
    if (!response) throw new ApiError('Recaptcha', 0);
    // Each answer is valid for one call.
    if (widget.current !== null) grecaptcha?.reset(widget.current);
    return response;
  };
  return {
    answer,
    box: (
      <section ref={box} aria-label={t('auth.human.name')}>
        {hasFailed && <p role="alert">{t('Errors.Recaptcha')}</p>}
      </section>
    ),
  };
}

interface Recaptcha {
  ready(callback: () => void): void;
  render(box: HTMLElement, options: { sitekey: string; theme: 'light' | 'dark'; hl: string }): number;
  getResponse(widget: number): string;
  reset(widget: number): void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const ADDRESS = 'https://www.google.com/recaptcha/api.js?render=explicit';
let loading: Promise<Recaptcha> | undefined;

/** Loads Google's script when a form first needs it. Rejects if it cannot be loaded. */
function loadRecaptcha(): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = ADDRESS;
    script.async = true;
    script.onload = () => {
      const { grecaptcha } = window;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('the script of the check brought nothing'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('the script of the check did not load'));
    };
    document.head.append(script);
  }).catch((error: unknown) => {
    // Let the next form try again.
    loading = undefined;
    throw error;
  });
  return loading;
}
