// What the Remix compiler writes; it has no types of its own.
declare module "*/build/index.js" {
  import type { ServerBuild } from "@remix-run/cloudflare";

  const build: ServerBuild;
  export = build;
}
