import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "remix-build";

const remix = createRequestHandler(build, build.mode);

interface Env {
  DB: D1Database;
}

export default {
  // Remix types the context as the app's own pages need it; this page needs nothing of it.
  fetch: async (request: Request, { DB }: Env) => {
    // The least that a page with a single database query can cost.
    if (new URL(request.url).searchParams.has("asks")) await DB.prepare("SELECT 1").raw();
    return remix(request);
  },
};
