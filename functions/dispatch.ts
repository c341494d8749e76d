import * as build from "remix-build";
import { api } from "~/api/router";
import type { Portal, SiteBindings } from "~/load-context.server";
import { isApi } from "~/platform/api-path";
import { firstStepRequest, isOfThisMachine, pageRequest } from "~/platform/edge/request-shape";
import { failedReply } from "./failed-reply";
import { createPages } from "./pages";
import { asRefusalPage } from "./refusal-page";

const pages = createPages(build);

/** Has the API answer a call. */
export const dispatchApi = (call: Request, portal: Portal): Promise<Response> =>
  api.fetch(call, portal);

/** Has whoever is asked answer: a stand-in of a local run, the API, or a page. */
export async function dispatchRequest(
  request: Request,
  env: SiteBindings,
  portal: Portal,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/sandbox/") && env.SANDBOX)
    return isOfThisMachine(request.url)
      ? env.SANDBOX.fetch(request)
      : failedReply(request, env, 403);
  if (!portal.scope.fromOwnOrigin) return failedReply(request, env, 403);
  if (isApi(request.url)) return dispatchApi(request, portal);
  const asRouted = pageRequest(request);
  const reply = await pages(asRouted, portal);
  const first = firstStepRequest(asRouted, reply);
  const page = await asRefusalPage(request, first ? await pages(first, portal) : reply, env);
  return request.method === "HEAD" ? new Response(null, page) : page;
}
