import * as build from "remix-build";
import type { AppContext, SiteBindings } from "~/load-context.server";
import { firstStepRequest, pageRequest } from "~/platform/edge/request-shape";
import { MAX_REDIRECT } from "~/platform/formats/max-redirect";
import { methodsOfPage } from "./page-methods";
import { createPages } from "./pages";
import { asRefusalPage } from "./refusal-page";

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
export async function dispatchPage(
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
