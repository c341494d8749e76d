import { createRequestHandler, logDevReady } from "@remix-run/cloudflare";
import * as build from "remix-build";
import { api } from "~/api/router";
import { openPortal, type Portal, type SiteBindings } from "~/load-context.server";
import {
  pictureSources,
  plainError,
  readOn,
  routeName,
  secretNonce,
  storageSources,
  withSecurityHeaders,
} from "./edge";

const remix = createRequestHandler(build, build.mode);
// `npm run dev` waits for this line before it reloads the page.
if (build.mode === "development") logDevReady(build);

async function answer(request: Request, env: SiteBindings, portal: Portal): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/sandbox/") && env.SANDBOX) return env.SANDBOX.fetch(request);
  if (!portal.fromOwnOrigin)
    return plainError(403, "This request did not come from a page of this site.");
  const isApi = pathname.startsWith("/api/") || pathname.startsWith("/files/");
  return isApi ? api.fetch(request, portal) : remix(request, portal);
}

/** A response, where its page may take pictures from, and where it may send files. */
interface Served {
  response: Response;
  pictures: string[];
  storage: string[];
}

async function respond(request: Request, env: SiteBindings, names: Names): Promise<Served> {
  const started = Date.now();
  const portal = openPortal(env, request, names);
  const response = await answer(request, env, portal).catch((error: unknown) => {
    portal.logFailure(error);
    return plainError(500);
  });
  await readOn(request);
  portal.log("info", "request", { status: response.status, ms: Date.now() - started });
  const { settings } = portal;
  return { response, pictures: pictureSources(settings), storage: storageSources(settings) };
}

interface Names {
  requestId: string;
  nonce: string;
  route: string;
}

export default {
  async fetch(request: Request, env: SiteBindings): Promise<Response> {
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const names = { requestId, nonce: secretNonce(), route: routeName(request.url) };
    const { response, ...sources } = await respond(request, env, names).catch(() => ({
      response: plainError(500),
      pictures: [],
      storage: [],
    }));
    return withSecurityHeaders(response, request, {
      ...names,
      liveReload: build.mode === "development",
      ...sources,
    });
  },
};
