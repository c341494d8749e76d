import { createRequestHandler, logDevReady } from "@remix-run/cloudflare";
import * as build from "remix-build";
import { refuse } from "~/api/replies";
import { api } from "~/api/router";
import { openPortal, type Portal, type SiteBindings } from "~/load-context.server";
import { isApi } from "~/platform/api-path";
import {
  pictureSources,
  plainError,
  routeName,
  secretNonce,
  storageSources,
  withReplyHeaders,
  withSecurityHeaders,
} from "./edge";
import { firstStepRequest, isOfThisMachine, pageRequest } from "./request-shape";
import { overUnread } from "./unread-body";

const remix = createRequestHandler(build, build.mode);
// `npm run dev` waits for this line before it reloads the page.
if (build.mode === "development") logDevReady(build);

const FOREIGN = "This request did not come from a page of this site.";
const BROKEN =
  "Something went wrong on our side. What you saved is kept. Please try again in a minute.";

/** What cannot be answered as asked: JSON for a call of the API, else one sentence. */
function failed(request: Request, status: 403 | 500, text: string): Response {
  return isApi(request.url) ? refuse(status, text) : plainError(status, text);
}

async function answer(request: Request, env: SiteBindings, portal: Portal): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/sandbox/") && env.SANDBOX)
    return isOfThisMachine(request.url) ? env.SANDBOX.fetch(request) : plainError(403, FOREIGN);
  if (!portal.scope.fromOwnOrigin) return failed(request, 403, FOREIGN);
  if (isApi(request.url)) return api.fetch(request, portal);
  const asked = pageRequest(request);
  const reply = await remix(asked, portal);
  const first = firstStepRequest(asked, reply);
  const page = first ? await remix(first, portal) : reply;
  return request.method === "HEAD" ? new Response(null, page) : page;
}

/** A response, where its page may take pictures from, and where it may send files. */
interface Served {
  response: Response;
  pictures: string[];
  storage: string[];
}

async function respond(
  request: Request,
  env: SiteBindings,
  context: ExecutionContext,
  names: Names,
): Promise<Served> {
  const started = Date.now();
  const portal = openPortal(env, request, context, names);
  const response = await answer(request, env, portal).catch((error: unknown) => {
    portal.scope.logFailure(error);
    return failed(request, 500, BROKEN);
  });
  const served = withReplyHeaders(response, portal.scope.replyHeaders);
  portal.log("info", "request", { status: response.status, ms: Date.now() - started });
  const { settings } = portal;
  return {
    response: served,
    pictures: pictureSources(settings),
    storage: storageSources(settings),
  };
}

interface Names {
  requestId: string;
  nonce: string;
  route: string;
}

export default {
  async fetch(request: Request, env: SiteBindings, context: ExecutionContext): Promise<Response> {
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const names = { requestId, nonce: secretNonce(), route: routeName(request.url) };
    const { response, ...sources } = await respond(request, env, context, names).catch(() => ({
      response: failed(request, 500, BROKEN),
      pictures: [],
      storage: [],
    }));
    const secured = withSecurityHeaders(response, request, {
      ...names,
      liveReload: build.mode === "development",
      ...sources,
    });
    return overUnread(secured, request, env.SANDBOX !== undefined);
  },
};
