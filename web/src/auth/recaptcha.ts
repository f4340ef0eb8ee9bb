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
export function loadRecaptcha(): Promise<Recaptcha> {
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
