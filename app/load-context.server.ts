import type { ReadMode } from "~/entry/submission-mode";
import { consoleLog } from "~/monitoring/log";
import { systemClock } from "~/platform/clock";
import { demoDelay, signInDemoArtist } from "~/session/demo.server";
import { openScope, type RequestScope } from "~/session/request-scope";
import { isolateMemory, openServices, type Services } from "./services.server";
import type { Bindings } from "./stores.server";

/** The bindings of the site worker. */
export type SiteBindings = Bindings;

/** What every page and API route works with: the services, and what belongs to the request. */
export type Portal = Services & { scope: RequestScope };

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends Portal {}
  interface Future {
    v3_singleFetch: true;
  }
}

const memory = isolateMemory();

/** What the edge knows of a request. */
interface Edge {
  requestId: string;
  nonce: string;
  route: string;
  /** The build that answers it. */
  release: string | null;
  /** The API itself, which lies above this room. */
  dispatchApi: (call: Request, portal: Portal) => Promise<Response>;
}

/** Services and scope of one request. @throws Error when a setting is missing or malformed. */
export function openPortal(
  bindings: SiteBindings,
  request: Request,
  context: Pick<ExecutionContext, "waitUntil">,
  { requestId, nonce, route, release, dispatchApi }: Edge,
): Portal {
  const log = consoleLog({ worker: "site", requestId, route, method: request.method }, systemClock);
  const services = openServices(bindings, log, { memory, local: new URL(request.url).origin });
  let mode: Promise<ReadMode> | undefined;
  const entry = {
    ...services.entry,
    mode: () => {
      mode ??= services.entry.mode();
      return mode;
    },
  };
  const scope = openScope(request, services, {
    requestId,
    nonce,
    log,
    route,
    release,
    waitUntil: (work) => context.waitUntil(work.catch(() => undefined)),
    callApi: (call) => dispatchApi(call, portal),
    demoDelay: () => demoDelay(services),
    signInDemoArtist: () => signInDemoArtist(request, portal),
  });
  const portal: Portal = { ...services, entry, scope };
  return portal;
}
