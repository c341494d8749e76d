/** Hidden fields that no person sees; scripts that fill every field are known by them. */
export const honeypots = ["website", "email_confirm", "url", "homepage"] as const;

export function honeypotsAreEmpty(fields: Iterable<readonly [string, string]>): boolean {
  for (const [name, value] of fields)
    if (honeypots.some((honeypot) => honeypot === name) && value.trim() !== "") return false;
  return true;
}
