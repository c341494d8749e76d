import type { FaultSource } from "./chaos-bindings";
import { draw } from "./chaos-decisions";

/** How a third party fails; those of the second row after it has done what it was asked. */
const ODDS = {
  ...{ limit: 0.04, error: 0.04, nonsense: 0.03, cut: 0.04, timeout: 0.03 },
  ...{ "error-after": 0.02, "nonsense-after": 0.02, "cut-after": 0.03, "timeout-after": 0.02 },
};

/** While one is out. */
const OUT = { ...ODDS, limit: 0.3, error: 0.3, timeout: 0.3 };
const OUTAGE_CALLS = 20;

type Failure = "limit" | "error" | "nonsense" | "cut" | "timeout";

/** Hosts of the test and the sandbox themselves. */
const OWN_HOSTS = ["localhost", "sandbox.invalid"];

/** @throws what a broken connection throws. */
function fail(failure: Failure): Response {
  switch (failure) {
    case "limit":
      return Response.json(
        { error: { message: "Too many requests" } },
        { status: 429, headers: { "Retry-After": "2" } },
      );
    case "error":
      return Response.json({ error: { message: "Internal error" } }, { status: 500 });
    case "nonsense":
      return new Response("<html><body>Welcome to the login page</body></html>", {
        headers: { "Content-Type": "text/html" },
      });
    case "cut":
      throw new TypeError("Network connection lost.");
    case "timeout":
      throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
    default: {
      const unknown: never = failure;
      throw new Error(`Unknown failure ${String(unknown)}`);
    }
  }
}

/** The third parties behind the sandbox, failing now and then. */
export function faultyThirdParties(faults: FaultSource, sandbox: Fetcher): Pick<Fetcher, "fetch"> {
  return {
    fetch: async (input, init) => {
      const request = new Request(input as Request, init);
      const { hostname, pathname } = new URL(request.url);
      if (!faults.isOn() || OWN_HOSTS.includes(hostname)) return sandbox.fetch(request);
      const area = pathname.split("/")[1] ?? "";
      const random = faults.next(`third party ${request.method} ${hostname} ${area}`);
      const odds = faults.isOut(hostname, OUTAGE_CALLS) ? OUT : ODDS;
      const outcome = draw<keyof typeof ODDS>(odds, random);
      if (outcome === undefined) return sandbox.fetch(request);
      faults.note(`${hostname} ${outcome}`);
      const [failure, moment] = outcome.split("-") as [Failure, "after" | undefined];
      if (moment === "after") await (await sandbox.fetch(request)).arrayBuffer();
      return fail(failure);
    },
  };
}
