import { plainCharacters } from "./normalize-text";

export type ReadCode = { code: string } | { error: string };

/** A code as typed or pasted, in plain capitals without its separators. */
export const compactCode = (text: string): string =>
  plainCharacters(text)
    .toUpperCase()
    .replace(/[\s\p{Pd}.]/gu, "");

export const countText = (count: number) => (count === 1 ? "1 has come" : `${count} have come`);

/** The form of a code whose last sign checks the others. */
interface CheckedForm {
  /** Such as "ISWC". */
  name: string;
  example: string;
  length: number;
  /** How long it is, in words. */
  lengthText: string;
  pattern: RegExp;
  /** What the pattern asks for, in words. */
  patternText: string;
  placeholder: RegExp;
  /** Who has no such code. */
  nobody: string;
  /** What its last sign is called. */
  last: "digit" | "sign";
  checkSign: (code: string) => string;
}

/** Parses a compact code by its form, and says of a wrong one what is wrong. */
export function readCheckedCode(code: string, form: CheckedForm): ReadCode {
  const { name, example, pattern, placeholder } = form;
  const { length } = Array.from(code);
  if (length !== form.length)
    return {
      error: `An ${name} has ${form.lengthText}, such as ${example}; here ${countText(length)}.`,
    };
  if (!pattern.test(code)) return { error: `An ${name} ${form.patternText}, such as ${example}.` };
  if (placeholder.test(code))
    return { error: `This is only a placeholder: ${form.nobody} has this ${name}.` };
  return form.checkSign(code) === code.slice(-1)
    ? { code }
    : { error: misfitText(`last ${form.last}`, name) };
}

/** @param last such as "last digit". */
export const misfitText = (last: string, name: string) =>
  `The ${last} of this ${name} ${last.endsWith("s") ? "don't" : "doesn't"} fit the others, so one of them is wrong. Check it where you found it.`;
