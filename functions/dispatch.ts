import * as build from "remix-build";
import { api } from "~/api/router";
import type { AppContext, SiteBindings } from "~/load-context.server";
import { isApi } from "~/platform/api-path";
import { normalizedAddress } from "~/platform/edge/normalized-address";
import { firstStepRequest, isOfThisMachine, pageRequest } from "~/platform/edge/request-shape";
import { MAX_REDIRECT } from "~/platform/formats/max-redirect";
import { failedReply } from "./failed-reply";
import { methodReply, methodsOfPage } from "./page-methods";
import { createPages } from "./pages";
import { asRefusalPage } from "./refusal-page";

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

const pages = createPages(build);

/** Whether a page itself is requested, not its data: only then is its address corrected by a redirect. */
const isPageRead = ({ method, url }: Request) =>
  (method === "GET" || method === "HEAD") && !new URL(url).pathname.endsWith(".data");

/** Undefined for addresses longer than any of ours. */
function redirectTo(address: string): Response | undefined {
  const { pathname, search } = new URL(address);
  const Location = pathname + search;
  if (Location.length > MAX_REDIRECT) return undefined;
  return new Response(null, { status: 302, headers: { Location } });
}

/** @param rightAddress the normalized address, if the request used another spelling. */
async function dispatchPage(
  request: Request,
  env: SiteBindings,
  context: AppContext,
  rightAddress: string | undefined,
): Promise<Response> {
  const redirect = rightAddress && isPageRead(request) ? redirectTo(rightAddress) : undefined;
  if (redirect) return redirect;
  const routedRequest = pageRequest(request);
  const reply = await pages(routedRequest, context);
  const firstStep = firstStepRequest(routedRequest, reply);
  const page = await asRefusalPage(
    request,
    firstStep ? await pages(firstStep, context) : reply,
    env,
  );
  if (page.status === 405)
    page.headers.set("Allow", methodsOfPage(build, new URL(request.url).pathname).join(", "));
  return request.method === "HEAD" ? new Response(null, page) : page;
}
