import { plainCharacters } from "./normalize-text";

export type ReadCode = { code: string } | { error: string };

/** A code as typed or pasted, in plain capitals without its separators. */
export const compactCode = (text: string): string =>
  plainCharacters(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}.]/gu, "");

export const countText = (count: number) => (count === 1 ? "1 has come" : `${count} have come`);
