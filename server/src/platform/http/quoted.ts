const QUOTED: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Text as it stands in an element or an attribute of HTML or SVG. */
export const quoted = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => QUOTED[sign] ?? '');
