import { compactCode, countText, type ReadCode } from "./compact-code";

export const ISRC_EXAMPLE = "GB-ABC-26-00001";

/** Codes that forms and manuals show: no agency gives out AA, XX or a registrant XXX. */
const PLACEHOLDER = /^(?:AA|XX|00|..XXX)|00000$/;

/**
 * Parses an ISRC (ISO 3901): two letters, three letters or digits, two digits of the year, five
 * digits. It has no check digit; hyphens and the prefix "ISRC" are ignored.
 */
export function readIsrc(text: string): ReadCode {
  const code = compactCode(text).replace(/^ISRC[:=]?(?=.{12}$)/, "");
  const { length } = Array.from(code);
  if (code === compactCode(ISRC_EXAMPLE))
    return {
      error: "This is only our example. Type the code of your recording, or ask us to assign one.",
    };
  if (length === 12 && PLACEHOLDER.test(code))
    return {
      error:
        "This is only a placeholder: no recording has this ISRC. Type the code of your recording, or ask us to assign one.",
    };
  if (/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code)) return { code };
  return {
    error:
      length === 12
        ? `An ISRC begins with two letters and three letters or digits, and ends with seven digits, such as ${ISRC_EXAMPLE}.`
        : `An ISRC has 12 letters and digits, such as ${ISRC_EXAMPLE}; here ${countText(length)}.`,
  };
}

/** Format: GB-ABC-26-00001; anything else as it is. */
export const formatIsrc = (code: string) =>
  code.replace(/^(\w{2})(\w{3})(\d{2})(\d{5})$/, "$1-$2-$3-$4");
