/** An address of the web somebody else wrote, if it is one a browser may be sent to; else null. */
export function webAddress(text: string | null | undefined): string | null {
  const url = urlOf(text ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** A path of this app: `/bids`, but neither `//host` nor `/\host`, which leave it. */
export const isOwnPath = (text: string): boolean => /^\/(?![/\\])[^\\\s]*$/.test(text);

/** What a link of a company's page may lead to: the web, a mail, a telephone, a path or a place of this app; else null. */
export function pageAddress(text: string): string | null {
  if (isOwnPath(text) || /^#[^\s]*$/.test(text)) return text;
  const protocol = urlOf(text)?.protocol;
  return protocol === 'mailto:' || protocol === 'tel:' ? text : webAddress(text);
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
