/** `#rrggbb`, lower case. */
export type Hex = string;
/** Linear shares of red, green and blue, 0 to 1. */
type Light = readonly [red: number, green: number, blue: number];

const each = ([red, green, blue]: Light, work: (value: number) => number): Light => [
  work(red),
  work(green),
  work(blue),
];

const bytesOf = (hex: Hex): Light => {
  const byte = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [byte(1), byte(3), byte(5)];
};
const hexOf = (bytes: Light): Hex =>
  `#${bytes
    .map((byte) =>
      Math.round(Math.min(255, Math.max(0, byte)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const lightOf = (hex: Hex): Light =>
  each(bytesOf(hex), (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
const shown = (light: Light): Hex =>
  hexOf(each(light, (value) => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)));

const sumOf = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Relative luminance by WCAG 2.2: 0 is black, 1 is white. */
export const luminance = (hex: Hex): number => sumOf(lightOf(hex));

/** Contrast ratio by WCAG 2.2, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The color with the same hue and the given luminance: scales the channels, and adds white once a channel is at its maximum. */
export function withLuminance(hex: Hex, targetLuminance: number): Hex {
  const light = lightOf(hex);
  const brightest = Math.max(...light);
  const factor = brightest === 0 ? 0 : Math.min(targetLuminance / sumOf(light), 1 / brightest);
  const scaled = each(light, (value) => value * factor);
  const missing = targetLuminance - sumOf(scaled);
  const white = missing <= 0 ? 0 : missing / (1 - sumOf(scaled));
  return shown(each(scaled, (value) => value + (1 - value) * white));
}

/** Mixes two colors as browsers do: `share` of the first, the rest of the second. */
export function mixed(first: Hex, share: number, second: Hex): Hex {
  const [red, green, blue] = bytesOf(second);
  const mix = (one: number, other: number) => one * share + other * (1 - share);
  const [r, g, b] = bytesOf(first);
  return hexOf([mix(r, red), mix(g, green), mix(b, blue)]);
}
