import { redirect } from "@remix-run/cloudflare";
import { isApi } from "~/platform/api-path";
import { MAX_REDIRECT } from "~/platform/formats/max-redirect";
import type { AnonymousVisitor, Staff } from "~/platform/principal";
import { withTimeout } from "~/platform/timeout";
import { ACCESS_ONLY, ACCESS_UNCHECKED, SIGN_IN_NOT_CONFIGURED } from "~/staff/sign-in";
import type { Portal } from "./portal";
import { refusal } from "./refusal";

/** Who asks is in the database: where that says nothing, a page says so in place of waiting for it. */
const ANSWERS_WITHIN_SECONDS = 10;

/** What everybody else is told. */
const STAFF_ONLY = "This page is for the label's staff.";

/** Where staff sign in. */
export const SIGN_IN = "/staff/sign-in";

/** What of the portal says who asks, by which request, and where they may sign in; absent where nobody can. */
export interface StaffDeps {
  scope: Pick<Portal["scope"], "principal" | "signIn" | "requestId">;
}

/**
 * The address of a sign-in that leads back to the page of a request; undefined for a call, which is
 * answered in JSON.
 * @param door its path.
 */
export function signInAt(door: string, request: Request): string | undefined {
  if (isApi(request.url)) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  // A page's data is asked for beside its own address.
  searchParams.delete("_routes");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  const reads = request.method === "GET" || request.method === "HEAD";
  const page = pathname.replace(/\.data$/, "");
  // An address that is longer than any of ours is left behind, with what makes it so.
  const to = [page + (reads ? query : ""), page]
    .map(encodeURIComponent)
    .find(({ length }) => length < MAX_REDIRECT - 100);
  const marks = [...(to === undefined ? [] : [`to=${to}`]), ...(reads ? [] : ["unsaved"])];
  return marks.length > 0 ? `${door}?${marks.join("&")}` : door;
}

function turnedAway({ staff }: AnonymousVisitor, signIn: string | undefined): Response {
  switch (staff) {
    case "off":
      return refusal(503, SIGN_IN_NOT_CONFIGURED);
    case "unchecked":
      return refusal(503, ACCESS_UNCHECKED);
    case "access":
      return refusal(403, ACCESS_ONLY);
    default:
      return signIn === undefined ? refusal(403, STAFF_ONLY) : redirect(signIn);
  }
}

/**
 * Guards what is for staff.
 * @returns who it is, for the rows that say who did something.
 * @throws Response the way to the sign-in for a page; 403 for anybody else, and 503 where nobody can
 * sign in just now.
 * @throws Error where that could not be read within ten seconds.
 */
export async function requireStaff({ scope }: StaffDeps): Promise<Staff> {
  const principal = await withTimeout(ANSWERS_WITHIN_SECONDS, scope.principal());
  if (principal.kind === "staff") return principal;
  // An artist may be of the label as well: the sign-in tells.
  const nobody: AnonymousVisitor = principal.kind === "artist" ? { kind: "anonymous" } : principal;
  throw turnedAway(nobody, scope.signIn);
}
