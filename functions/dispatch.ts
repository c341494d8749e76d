import * as build from "remix-build";
import { api } from "~/api/router";
import type { Portal, SiteBindings } from "~/load-context.server";
import { isApi } from "~/platform/api-path";
import { normalizedAddress } from "~/platform/edge/normalized-address";
import { firstStepRequest, isOfThisMachine, pageRequest } from "~/platform/edge/request-shape";
import { MAX_REDIRECT } from "~/platform/formats/max-redirect";
import { failedReply } from "./failed-reply";
import { methodReply, methodsOfPage } from "./page-methods";
import { createPages } from "./pages";
import { asRefusalPage } from "./refusal-page";

const pages = createPages(build);

/** Has the API answer a call. */
export const dispatchApi = (call: Request, portal: Portal): Promise<Response> =>
  api.fetch(call, portal);

/** What reads a page itself, where its address is to be right before it is drawn. */
const readsPage = ({ method, url }: Request) =>
  (method === "GET" || method === "HEAD") && !new URL(url).pathname.endsWith(".data");

/** Leads to the same page at its right address, where that is no longer than those of ours are. */
function leadTo(address: string): Response | undefined {
  const { pathname, search } = new URL(address);
  const Location = pathname + search;
  if (Location.length > MAX_REDIRECT) return undefined;
  return new Response(null, { status: 302, headers: { Location } });
}

async function dispatchPage(
  request: Request,
  env: SiteBindings,
  portal: Portal,
): Promise<Response> {
  const asRouted = pageRequest(request);
  const reply = await pages(asRouted, portal);
  const first = firstStepRequest(asRouted, reply);
  const page = await asRefusalPage(request, first ? await pages(first, portal) : reply, env);
  if (page.status === 405)
    page.headers.set("Allow", methodsOfPage(build, new URL(request.url).pathname).join(", "));
  return request.method === "HEAD" ? new Response(null, page) : page;
}

/** Has whoever is asked answer: a stand-in of a local run, the API, or a page. */
export async function dispatchRequest(
  original: Request,
  env: SiteBindings,
  portal: Portal,
): Promise<Response> {
  const address = normalizedAddress(original.url);
  const request = address === undefined ? original : new Request(address, original);
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/sandbox/") && env.SANDBOX)
    return isOfThisMachine(request.url)
      ? env.SANDBOX.fetch(request)
      : failedReply(request, env, 403);
  if (!portal.scope.fromOwnOrigin) return failedReply(request, env, 403);
  if (isApi(request.url)) return dispatchApi(request, portal);
  const refusedMethod = methodReply(request, build);
  if (refusedMethod) return refusedMethod;
  const rightPage = address !== undefined && readsPage(request) ? leadTo(address) : undefined;
  return rightPage ?? dispatchPage(request, env, portal);
}
