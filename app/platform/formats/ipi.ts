import { compactCode, countText, misfitText, type ReadCode } from "./compact-code";

/** The two check digits of the nine digits before them (CISAC's IPI name number). */
function ipiCheckDigits(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const rest = sum % 101;
  return String(rest === 0 ? 0 : (101 - rest) % 100).padStart(2, "0");
}

/**
 * Parses the IPI name number of a songwriter: 11 digits, the last two to check the others. Zeros in
 * front may be missing, as societies print it.
 */
export function readIpi(text: string): ReadCode {
  const digits = compactCode(text).replace(/^(?:IPI|CAE)(?:NO|NR|NUMBER)?[:=#]?/, "");
  if (/^I\d{10}$/.test(digits))
    return { error: "This is an IPI base number. Type the IPI name number, which has no letter." };
  if (!/^\d+$/.test(digits))
    return { error: "An IPI name number has up to 11 digits. Type only digits." };
  if (digits.length < 8 || digits.length > 11)
    return {
      error: `An IPI name number has 9 to 11 digits; here ${countText(digits.length)}.`,
    };
  const code = digits.padStart(11, "0");
  if (/^0+$/.test(code)) return { error: "This is only a placeholder: nobody has this number." };
  if (ipiCheckDigits(code.slice(0, 9)) !== code.slice(9))
    return { error: misfitText("last digits", "IPI number") };
  return { code };
}
