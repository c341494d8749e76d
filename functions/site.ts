import * as build from "remix-build";
import { openAppContext, type SiteBindings } from "~/load-context.server";
import { drainAfterReply } from "~/platform/edge/drain-body";
import {
  type CspSources,
  cspSources,
  secretNonce,
  withReplyHeaders,
  withSecurityHeaders,
} from "~/platform/edge/reply-headers";
import { anonymousRequest } from "~/platform/edge/request-shape";
import { routeName } from "~/platform/formats/route-name";
import { isRestorationUnderWay } from "~/platform/restoration-flag";
import { dispatchApi, dispatchRequest } from "./dispatch";
import { failedReply } from "./failed-reply";
import { flac } from "./flac-modules";
import { maintenanceResponse } from "./maintenance";

const liveReload = build.mode === "development";

/** Identifies the build in error reports and pages. */
const release = build.assets.version;

type SiteReply = CspSources & { response: Response };
type RequestNames = Parameters<typeof openAppContext>[3];

async function respond(
  request: Request,
  env: SiteBindings,
  execution: ExecutionContext,
  names: RequestNames,
): Promise<SiteReply> {
  const startedAt = Date.now();
  const context = openAppContext(env, request, execution, names);
  const response = await dispatchRequest(request, env, context).catch((error: unknown) => {
    context.scope.logFailure(error);
    return failedReply(request, env, 500);
  });
  const reply = withReplyHeaders(response, context.scope.replyHeaders);
  context.log("info", "request", { status: response.status, ms: Date.now() - startedAt });
  return { response: reply, ...cspSources(context.settings) };
}

export default {
  async fetch(original: Request, env: SiteBindings, context: ExecutionContext): Promise<Response> {
    const request = anonymousRequest(original);
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const names = { requestId, nonce: secretNonce(), route: routeName(request.url), release };
    const isRestoring = await isRestorationUnderWay(env.CONFIG, Date.now());
    const maintenanceReply = maintenanceResponse(request, env, isRestoring);
    const { response, ...sources }: SiteReply = maintenanceReply
      ? { response: maintenanceReply }
      : await respond(request, env, context, { ...names, dispatchApi, flac }).catch(() => ({
          response: failedReply(request, env, 500),
        }));
    const reply = withSecurityHeaders(response, request, { ...names, liveReload, ...sources });
    return drainAfterReply(reply, request, env.SANDBOX !== undefined);
  },
};
