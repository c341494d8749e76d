/**
 * Who may import whom in the house. Every room names what it may look into; anything else fails
 * the build. Pure: a domain file that is neither .server nor .client, nor a .worker of the browser.
 */
const DOMAINS =
  "submission|uploads|media|catalogue|entry|artists|board|drive|mail|monitoring|bot|staff";
const domain = `^app/(${DOMAINS})/`;
const pure = `^app/(${DOMAINS})/(?!.*\\.(server|client|worker)\\.tsx?$)`;
const test = "\\.test\\.tsx?$";
const inOwn = (...rooms) => rooms.map((room) => `^app/${room}/`);
const contexts = "^app/load-context\\.server\\.ts$";

/** Files from `from` may import our own files only where one of `to` matches. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: [test] },
  to: { path: "^(app|functions|workers|tests|build)/", pathNot: to },
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    only("functions", "^functions/", [
      "^functions/",
      contexts,
      ...inOwn("api", "platform"),
      "^build/",
    ]),
    only("load-context", contexts, [
      `${domain}.*\\.server\\.ts$`,
      pure,
      ...inOwn("session", "platform"),
    ]),
    only("api", "^app/api/", [...inOwn("api", "session", "platform"), domain]),
    only("routes", "^app/routes/", [...inOwn("routes", "session", "components", "forms"), domain]),
    only("components", "^app/components/", [
      ...inOwn("components", "forms", "reference"),
      pure,
      "^app/.*\\.client\\.tsx?$",
    ]),
    only("session", "^app/session/", [...inOwn("session", "platform"), domain]),
    only("domain-server", `${domain}.*\\.server\\.ts$`, [
      pure,
      "^app/$1/.*\\.server\\.ts$",
      ...inOwn("platform", "forms", "reference"),
    ]),
    only("domain-pure", pure, [pure, ...inOwn("forms", "reference")]),
    only("domain-client", `${domain}.*\\.(client|worker)\\.ts$`, [
      pure,
      `${domain}.*\\.client\\.ts$`,
      ...inOwn("forms", "reference"),
    ]),
    only("forms-and-reference", "^app/(forms|reference)/", [...inOwn("forms", "reference"), pure]),
    only("platform", "^app/platform/", inOwn("platform")),
    only("workers", "^workers/", ["^workers/", domain, ...inOwn("platform")]),
    {
      name: "no-route-to-route",
      severity: "error",
      from: { path: "^app/routes/([^/]+)/" },
      to: { path: "^app/routes/", pathNot: ["^app/routes/$1/"] },
    },
    {
      name: "no-route-file-to-route",
      severity: "error",
      from: { path: "^app/routes/[^/]+$" },
      to: { path: "^app/routes/" },
    },
    {
      name: "no-react-in-domain",
      severity: "error",
      from: { path: `${domain}|^app/(forms|reference|platform)/`, pathNot: [test] },
      to: {
        path: "^(react|react-dom|@remix-run|@mantine)|node_modules/(react|@remix-run|@mantine)",
      },
    },
    {
      name: "domain-pure-needs-only-valibot",
      severity: "error",
      from: { path: `${pure}|^app/(forms|reference)/`, pathNot: [test] },
      to: { dependencyTypes: ["npm", "npm-dev", "core"], pathNot: ["node_modules/valibot/"] },
    },
    {
      name: "nothing-imports-tests",
      severity: "error",
      from: { path: "^(app|functions|workers)/", pathNot: [test] },
      to: { path: "^tests/" },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^cloudflare:", "^remix-build$", "\\.wasm$"] },
    },
    {
      name: "no-junk-drawers",
      comment: "A file is named for what it does and lives in the room that needs it.",
      severity: "error",
      from: {},
      to: { path: "/(utils|helpers|misc|lib|common)(/|[.]tsx?$)", pathNot: "node_modules" },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        pathNot: [
          "\\.d\\.ts$",
          "^app/routes/",
          "^app/entry\\.",
          "\\.worker\\.ts$",
          "\\.config\\.",
          test,
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["\\.css$", "\\.wrangler/"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
    },
  },
};
