import spellChecker from "@zootools/email-spell-checker";
import providers from "email-providers/common.json" with { type: "json" };

const knownDomains: ReadonlySet<string> = new Set(providers);

/** The address that was probably meant: `ada@gmail.com` for `ada@gmial.com`. A question, no error. */
export function likelyEmail(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!email.includes("@") || knownDomains.has(domain)) return undefined;
  return spellChecker.run({ email })?.full;
}
