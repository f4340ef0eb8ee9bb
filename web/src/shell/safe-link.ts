import { isOwnPath, webAddressOf } from '@seri/contract/addresses.ts';

export { isOwnPath };

/** An address of the web somebody else wrote, if it is one a browser may be sent to; else null. */
export const webAddress = (text: string | null | undefined): string | null => webAddressOf(text ?? '')?.href ?? null;

/** What a link of a company's page may lead to: the web, a mail, a telephone, a path or a place of this app; else null. */
export function pageAddress(text: string): string | null {
  if (isOwnPath(text) || /^#[^\s]*$/.test(text)) return text;
  if (/^(?:mailto|tel):[^\s]+$/i.test(text) && URL.canParse(text)) return text;
  return webAddress(text);
}
