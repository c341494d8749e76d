import * as build from "remix-build";
import { api } from "~/api/router";
import type { AppContext, SiteBindings } from "~/load-context.server";
import { isApi } from "~/platform/api-path";
import { normalizedAddress } from "~/platform/edge/normalized-address";
import { isOfThisMachine } from "~/platform/edge/request-shape";
import { dispatchPage } from "./dispatch-page";
import { failedReply } from "./failed-reply";
import { methodReply } from "./page-methods";

export const dispatchApi = (call: Request, context: AppContext): Promise<Response> =>
  api.fetch(call, context);

/** Dispatches a request to the local sandbox, the API or a page. */
export async function dispatchRequest(original: Request, env: SiteBindings, context: AppContext) {
  const address = normalizedAddress(original.url);
  const request = address === undefined ? original : new Request(address, original);
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/sandbox/") && env.SANDBOX)
    return isOfThisMachine(request.url)
      ? env.SANDBOX.fetch(request)
      : failedReply(request, env, 403);
  const { foreignOrigin } = context.scope;
  if (foreignOrigin) {
    context.log("info", "request.refused", { reason: foreignOrigin });
    return failedReply(request, env, 403);
  }
  if (isApi(request.url)) return dispatchApi(request, context);
  const refusedMethod = methodReply(request, build);
  if (refusedMethod) return refusedMethod;
  return dispatchPage(request, env, context, address);
}
