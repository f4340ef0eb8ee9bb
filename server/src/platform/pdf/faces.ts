import { lettersOf } from './font-letters.ts';
import { type NotoFamily, readNotoFace } from './noto-fonts.ts';

export const WEIGHTS = [400, 700] as const;

export interface Face {
  name: string;
  file: Buffer;
  /** True when the face has a glyph for this code point. */
  knows: (codePoint: number) => boolean;
}
export type Faces = Record<(typeof WEIGHTS)[number], Face[]>;

interface FaceSource {
  family: NotoFamily;
  subset: string;
  /** Characters that require this face; absent for faces that every document needs. */
  letters?: RegExp;
}

const HAN = /\p{Script=Han}/u;

/**
 * In order of preference: the first face that has a character draws it. Chinese characters use Japanese forms where
 * they exist, as on the portal's screens.
 */
const SOURCES: readonly FaceSource[] = [
  { family: 'noto-sans-jp', subset: 'latin' },
  { family: 'noto-sans-jp', subset: 'cyrillic' },
  { family: 'noto-sans-jp', subset: 'latin-ext' },
  { family: 'noto-sans', subset: 'latin-ext', letters: /\P{ASCII}/u },
  { family: 'noto-sans', subset: 'vietnamese', letters: /\P{ASCII}/u },
  { family: 'noto-sans', subset: 'cyrillic', letters: /\p{Script=Cyrillic}/u },
  { family: 'noto-sans', subset: 'cyrillic-ext', letters: /[\p{Script=Cyrillic}\p{Mn}]/u },
  { family: 'noto-sans', subset: 'greek', letters: /\p{Script=Greek}/u },
  { family: 'noto-sans', subset: 'greek-ext', letters: /\p{Script=Greek}/u },
  { family: 'noto-sans', subset: 'devanagari', letters: /\p{Script=Devanagari}/u },
  { family: 'noto-sans-armenian', subset: 'armenian', letters: /\p{Script=Armenian}/u },
  { family: 'noto-sans-georgian', subset: 'georgian', letters: /\p{Script=Georgian}/u },
  { family: 'noto-sans-hebrew', subset: 'hebrew', letters: /\p{Script=Hebrew}/u },
  { family: 'noto-sans-arabic', subset: 'arabic', letters: /\p{Script_Extensions=Arabic}/u },
  { family: 'noto-sans-thai', subset: 'thai', letters: /\p{Script=Thai}/u },
  { family: 'noto-sans-lao', subset: 'lao', letters: /\p{Script=Lao}/u },
  { family: 'noto-sans-khmer', subset: 'khmer', letters: /\p{Script=Khmer}/u },
  { family: 'noto-sans-myanmar', subset: 'myanmar', letters: /\p{Script=Myanmar}/u },
  { family: 'noto-sans-bengali', subset: 'bengali', letters: /\p{Script=Bengali}/u },
  { family: 'noto-sans-sinhala', subset: 'sinhala', letters: /\p{Script=Sinhala}/u },
  { family: 'noto-sans-tamil', subset: 'tamil', letters: /\p{Script=Tamil}/u },
  { family: 'noto-sans-ethiopic', subset: 'ethiopic', letters: /\p{Script=Ethiopic}/u },
  { family: 'noto-sans-jp', subset: 'japanese' },
  { family: 'noto-sans-sc', subset: 'chinese-simplified', letters: HAN },
  { family: 'noto-sans-kr', subset: 'korean', letters: /\p{Script=Hangul}/u },
];

const loading = new Map<string, Promise<Face>>();

/** Loads the faces that a document with this text needs; each is read once per process. */
export async function loadFaces(text: string): Promise<Faces> {
  const sources = SOURCES.filter(({ letters }) => letters?.test(text) ?? true);
  const [regular, bold] = await Promise.all(
    WEIGHTS.map((weight) => Promise.all(sources.map((source) => loadFace(source, weight)))),
  );
  return { 400: regular ?? [], 700: bold ?? [] };
}

function loadFace({ family, subset }: FaceSource, weight: (typeof WEIGHTS)[number]): Promise<Face> {
  const name = `${family}-${subset}-${weight}`;
  const face =
    loading.get(name) ?? readNotoFace(family, subset, weight).then((file) => ({ name, file, knows: lettersOf(file) }));
  loading.set(name, face);
  // A failed read is retried with the next document.
  face.catch(() => loading.delete(name));
  return face;
}
