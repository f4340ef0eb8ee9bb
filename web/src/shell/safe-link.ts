import { isOwnPath, webAddressOf } from '@seri/contract/addresses.ts';

export { isOwnPath };

/** A web address written by others, if browsers may open it; otherwise null. */
export const webAddress = (text: string | null | undefined): string | null => webAddressOf(text ?? '')?.href ?? null;

/** Allowed targets of a company page's links: web, email, phone, or a path of this app; otherwise null. */
export function pageAddress(text: string): string | null {
  if (isOwnPath(text) || /^#[^\s]*$/.test(text)) return text;
  if (/^(?:mailto|tel):[^\s]+$/i.test(text) && URL.canParse(text)) return text;
  return webAddress(text);
}
