import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Staff } from "~/platform/principal";
import { refusal } from "./refusal";

/** What everybody else is told. */
const STAFF_ONLY = "This page is for the label's staff.";

/** What of the portal says who asks. */
export interface Asked {
  scope: Pick<AppLoadContext["scope"], "principal">;
}

/**
 * Guards what is for staff.
 * @returns who it is, for the rows that say who did something.
 * @throws Response 403 for anybody else.
 */
export async function requireStaff({ scope }: Asked): Promise<Staff> {
  const principal = await scope.principal();
  if (principal.kind !== "staff") throw refusal(403, STAFF_ONLY);
  return principal;
}
