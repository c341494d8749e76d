import { readIpi } from "./ipi";
import { formatIsni, ISNI_EXAMPLE, readIsni } from "./isni";
import { formatIswc, ISWC_EXAMPLE, readIswc } from "./iswc";

/** Codes that nobody must know: how each is read, shown and explained. */
export const optionalCodes = {
  iswc: {
    label: "ISWC",
    read: readIswc,
    format: formatIswc,
    hint: `The number of the song itself, whoever records it; your collecting society gives it out. Such as ${ISWC_EXAMPLE}.`,
  },
  ipi: {
    label: "IPI number",
    read: readIpi,
    format: (code: string) => code,
    hint: "The number by which collecting societies know a songwriter, of 9 to 11 digits. It's in your account there.",
  },
  isni: {
    label: "ISNI",
    read: readIsni,
    format: formatIsni,
    hint: `The number that tells artists of one name apart; look on isni.org. Such as ${ISNI_EXAMPLE}.`,
  },
} as const;
export type OptionalCode = keyof typeof optionalCodes;

/** What is wrong with such a code, as advice: it never keeps a form from being sent. */
export function codeAdvice(code: OptionalCode, text: string): string | undefined {
  const result = text.trim() ? optionalCodes[code].read(text) : undefined;
  return result && "error" in result
    ? `${result.error} Until it's right, we leave it out.`
    : undefined;
}

/** A valid code as it is printed; empty for any other text. */
export function validCode(code: OptionalCode, text: string): string {
  const result = optionalCodes[code].read(text);
  return "code" in result ? optionalCodes[code].format(result.code) : "";
}
