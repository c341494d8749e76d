import { createRequestHandler } from "@remix-run/cloudflare";
import * as build from "remix-build";

const remix = createRequestHandler(build, build.mode);

export default {
  // Remix types the context by what the app's own pages work with: this one works with nothing.
  fetch: (request: Request) => remix(request),
};
