const QUOTED: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for an element or an attribute of HTML or SVG. */
export const quoted = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => QUOTED[sign] ?? '');
