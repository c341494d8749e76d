import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { reply } from "./replies";

/** GET /api/health: 200 while everything answers, else 503 with what does not. */
export async function getHealth(_: IRequestStrict, portal: Portal): Promise<Response> {
  const health = await portal.health();
  return reply(health.ok ? 200 : 503, health);
}

/** GET /api/keep-alive: nothing at all, so that a hidden tab's connection stays open. */
export function keepAlive(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
