const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const CMAP = 0x636d6170;

/** Returns a test for the glyphs of a TrueType file; supports the two common character map formats. */
export function lettersOf(font: Buffer): (codePoint: number) => boolean {
  const cmap = tableOf(font, CMAP);
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.subarray(cmap.readUInt32BE(8 + i * 8)));
  const full = maps.find((map) => map.readUInt16BE(0) === 12);
  if (full) return groupsOf(full);
  const basic = maps.find((map) => map.readUInt16BE(0) === 4);
  if (!basic) throw new RangeError('A font without a character map of kind 4 or 12');
  return segmentsOf(basic);
}

function tableOf(font: Buffer, tag: number): Buffer {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = SFNT_HEADER + i * SFNT_ENTRY;
    if (font.readUInt32BE(entry) === tag) return font.subarray(font.readUInt32BE(entry + 8));
  }
  throw new RangeError('A font without a character map');
}

function groupsOf(map: Buffer): (codePoint: number) => boolean {
  const count = map.readUInt32BE(12);
  return (codePoint) => {
    for (let i = 0; i < count; i++) {
      const at = 16 + i * 12;
      if (codePoint <= map.readUInt32BE(at + 4)) return codePoint >= map.readUInt32BE(at);
    }
    return false;
  };
}

function segmentsOf(map: Buffer): (codePoint: number) => boolean {
  const twice = map.readUInt16BE(6);
  return (codePoint) => {
    for (let at = 14; at < 14 + twice; at += 2) {
      if (codePoint > map.readUInt16BE(at)) continue;
      const start = map.readUInt16BE(at + twice + 2);
      if (codePoint < start || codePoint === 0xffff) return false;
      const shift = map.readUInt16BE(at + 2 * twice + 2);
      const offsetAt = at + 3 * twice + 2;
      const offset = map.readUInt16BE(offsetAt);
      if (offset === 0) return ((codePoint + shift) & 0xffff) !== 0;
      return map.readUInt16BE(offsetAt + offset + 2 * (codePoint - start)) !== 0;
    }
    return false;
  };
}
