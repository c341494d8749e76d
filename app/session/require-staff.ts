import { redirect } from "@remix-run/cloudflare";
import {
  ACCESS_ONLY,
  ACCESS_UNCHECKED,
  SIGN_IN_NOT_CONFIGURED,
} from "~/domain/access/staff/sign-in";
import { isApi } from "~/platform/api-path";
import { MAX_REDIRECT } from "~/platform/formats/max-redirect";
import type { AnonymousVisitor, Staff } from "~/platform/principal";
import { withTimeout } from "~/platform/timeout";
import type { AppContext } from "./app-context";
import { refusal } from "./refusal";

const TIMEOUT_SECONDS = 10;

const STAFF_ONLY = "This page is for the label's staff.";

export const SIGN_IN = "/staff/sign-in";

/** `signIn` is undefined for API calls. */
export interface StaffDeps {
  scope: Pick<AppContext["scope"], "principal" | "signIn" | "requestId">;
}

/**
 * URL of a sign-in that leads back to the page of a request; undefined for an API call.
 * @param signInPath its path.
 */
export function signInAt(signInPath: string, request: Request): string | undefined {
  if (isApi(request.url)) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  // Remix requests the data of a page at its path with .data.
  searchParams.delete("_routes");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  const isRead = request.method === "GET" || request.method === "HEAD";
  const page = pathname.replace(/\.data$/, "");
  // Drop the query, or the whole target, if it is too long.
  const target = [page + (isRead ? query : ""), page]
    .map(encodeURIComponent)
    .find(({ length }) => length < MAX_REDIRECT - 100);
  const params = [
    ...(target === undefined ? [] : [`to=${target}`]),
    ...(isRead ? [] : ["unsaved"]),
  ];
  return params.length > 0 ? `${signInPath}?${params.join("&")}` : signInPath;
}

function toRefusal({ staff }: AnonymousVisitor, signIn: string | undefined): Response {
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
 * Requires staff.
 * @returns the member of staff.
 * @throws Response a redirect to the sign-in for a page; 403 for anybody else; 503 if nobody can
 * sign in.
 * @throws Error after ten seconds without an answer of the database.
 */
export async function requireStaff({ scope }: StaffDeps): Promise<Staff> {
  const principal = await withTimeout(TIMEOUT_SECONDS, scope.principal());
  if (principal.kind === "staff") return principal;
  throw toRefusal(principal, scope.signIn);
}
