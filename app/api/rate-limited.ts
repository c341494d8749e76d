import type { IRequestStrict } from "itty-router";
import { limitApiTest, TOO_MANY_TESTS } from "~/features/staff/connections/staff-tests.server";
import { withTimeout } from "~/platform/timeout";
import type { AppContext } from "~/session/app-context";
import { requireOwnSite } from "~/session/origin";
import { requireStaff } from "~/session/require-staff";
import type { LimitedCall } from "~/session/visitor-limits.server";
import { refuseRateLimited } from "./replies";

const texts: Partial<Record<LimitedCall, string>> = {
  lookups: "Too many searches just now. Wait a minute, then try again.",
  "token-checks": "Too many links were checked from here just now. Wait a minute, then try again.",
  "file-reads": "Too many files were opened just now. Wait a minute, then try again.",
};
const TEXT = "Too many calls came from here just now. Nothing is lost; try again in a minute.";

/** Middleware that refuses a visitor who makes a call too often. */
export const rateLimited =
  (call: LimitedCall) =>
  async (
    _: IRequestStrict,
    { scope }: { scope: Pick<AppContext["scope"], "limitCall"> },
  ): Promise<Response | undefined> => {
    const wait = await scope.limitCall(call);
    return wait === undefined ? undefined : refuseRateLimited(wait, texts[call] ?? TEXT);
  };

const COUNT_TIMEOUT_SECONDS = 3;

/** Rate limit of status calls: if the counting database fails or hangs, the call goes on and reports that. */
export const rateLimitedIfAvailable = (call: LimitedCall): ReturnType<typeof rateLimited> => {
  const limiter = rateLimited(call);
  return (request, context) =>
    withTimeout(COUNT_TIMEOUT_SECONDS, limiter(request, context)).catch(() => undefined);
};

/** Middleware before a connection test: for staff, limited per connection, and recorded. */
export const rateLimitedTest =
  (connection: "board" | "drive" | "spotify", title: string) =>
  async (request: IRequestStrict, context: AppContext): Promise<Response | undefined> => {
    requireOwnSite(request);
    const actor = await requireStaff(context);
    const wait = await limitApiTest(context, actor, connection);
    return wait === undefined ? undefined : refuseRateLimited(wait, TOO_MANY_TESTS(title, wait));
  };
