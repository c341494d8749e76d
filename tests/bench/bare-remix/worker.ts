import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "remix-build";

const remix = createRequestHandler(build, build.mode);

interface Env {
  DB: D1Database;
}

export default {
  // Remix types the context by what the app's own pages work with: this one works with nothing.
  fetch: async (request: Request, { DB }: Env) => {
    // What a page costs at the least that asks the database a single question.
    if (new URL(request.url).searchParams.has("asks")) await DB.prepare("SELECT 1").raw();
    return remix(request);
  },
};
