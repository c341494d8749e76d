import type { ReadMode } from "~/domain/access/submission-mode";
import type { FlacModules } from "~/domain/media/flac/libflac";
import { consoleLog } from "~/observability/log";
import { systemClock } from "~/platform/clock";
import { createIsolateMemory, openServices, type Services } from "~/services/services.server";
import type { Bindings } from "~/services/stores.server";
import { demoDelay, signInDemoArtist } from "~/session/demo.server";
import { openScope, type RequestScope } from "~/session/request-scope";

export type SiteBindings = Bindings;

/** The context of every page and API route: the services, and the scope of the request. */
export type AppContext = Services & { scope: RequestScope };

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends AppContext {}
  interface Future {
    v3_singleFetch: true;
  }
}

const memory = createIsolateMemory();

interface Edge {
  requestId: string;
  nonce: string;
  route: string;
  /** The id of the build that answers. */
  release: string | null;
  /** The API's dispatcher, which this module must not import. */
  dispatchApi: (call: Request, context: AppContext) => Promise<Response>;
  /** The codec of compressed uploads; without it they are refused. */
  flac?: FlacModules;
}

/** Opens the services and the scope of one request. @throws Error if a setting is missing or malformed. */
export function openAppContext(
  bindings: SiteBindings,
  request: Request,
  execution: Pick<ExecutionContext, "waitUntil">,
  { requestId, nonce, route, release, dispatchApi, flac }: Edge,
): AppContext {
  const log = consoleLog({ worker: "site", requestId, route, method: request.method }, systemClock);
  const services = openServices(bindings, log, {
    memory,
    local: new URL(request.url).origin,
    flac,
  });
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
    waitUntil: (promise) => execution.waitUntil(promise.catch(() => undefined)),
    callApi: (call) => dispatchApi(call, context),
    demoDelay: () => demoDelay(services),
    signInDemoArtist: () => signInDemoArtist(request, context),
  });
  const context: AppContext = { ...services, entry, scope };
  return context;
}
