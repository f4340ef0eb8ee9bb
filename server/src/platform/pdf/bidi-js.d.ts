declare module 'bidi-js' {
  interface Bidi {
    /** One level per UTF-16 unit: even is left to right, odd is right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array };
    /** Returns the mirror image of a bracket or similar character, null when there is none. */
    getMirroredCharacter(letter: string): string | null;
  }
  function createBidi(): Bidi;
  export = createBidi;
}
