import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { api } from "~/api/router";
import { openPortal, type SiteBindings } from "~/load-context.server";
import { consoleLog, reasonOf } from "~/monitoring/log";
import { parseSettings, type Settings } from "~/platform/settings";
import { isFromOwnOrigin } from "~/session/origin-check";
import * as build from "../build/index.js";
import { routeName, secretNonce, withSecurityHeaders } from "./edge";

const remix = createRequestHandler(build as unknown as ServerBuild, "production");
let settings: Settings | undefined;

async function answer(request: Request, env: SiteBindings, nonce: string, id: string) {
  const log = consoleLog({ requestId: id });
  settings ??= parseSettings(env as unknown as Record<string, unknown>);
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/sandbox/") && env.SANDBOX) return env.SANDBOX.fetch(request);
  const portal = openPortal(env, settings, { id, nonce, log });
  if (!isFromOwnOrigin(request))
    return new Response("This request did not come from a page of this site.", { status: 403 });
  const isApi = pathname.startsWith("/api/") || pathname.startsWith("/files/");
  return isApi ? api.fetch(request, portal) : remix(request, portal);
}

export default {
  async fetch(request: Request, env: SiteBindings): Promise<Response> {
    const started = Date.now();
    const id = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const nonce = secretNonce();
    const log = consoleLog({
      requestId: id,
      route: routeName(request.url),
      method: request.method,
    });
    let response: Response;
    try {
      response = await answer(request, env, nonce, id);
    } catch (error) {
      log("error", "request.failed", { reason: reasonOf(error) });
      response = new Response(
        "Something went wrong on our side. What you saved is kept. Please try again in a minute.",
        { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" } },
      );
    }
    log("info", "request", { status: response.status, ms: Date.now() - started });
    return withSecurityHeaders(response, request, nonce, id);
  },
};
