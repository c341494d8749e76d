/** Hidden fields that no person sees; scripts that fill every field give themselves away by them. */
export const honeypots = ["website", "email_confirm", "url", "homepage"] as const;

/** Whether a post left every hidden field empty, as a person's does. */
export function honeypotsAreEmpty(fields: Iterable<readonly [string, string]>): boolean {
  for (const [name, value] of fields)
    if (honeypots.some((honeypot) => honeypot === name) && value.trim() !== "") return false;
  return true;
}
