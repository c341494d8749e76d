/**
 * Who may import whom: the table in docs/architecture.md, as rules. Every room names what it may look into;
 * anything else fails the build.
 */
const TEST = "\\.test\\.tsx?$";
const SERVER = "\\.server\\.tsx?$";
/** What each room of the domain stands on, down only. */
const DOMAIN = {
  privacy: [
    "publishing",
    "artists",
    "review",
    "mail",
    "board",
    "mirror",
    "submission",
    "access",
    "clips",
    "uploads",
  ],
  delivery: ["review", "artists", "submission", "access", "clips", "uploads"],
  review: ["mail", "submission", "access", "catalogue", "uploads", "media"],
  board: ["submission"],
  mirror: ["submission"],
  publishing: ["submission"],
  artists: ["submission", "catalogue", "uploads", "media"],
  mail: ["submission"],
  submission: ["access", "bot", "catalogue", "clips", "uploads"],
  clips: ["uploads", "media"],
  uploads: ["media"],
  access: [],
  bot: [],
  catalogue: [],
  media: [],
};
/** Some of the domain knows no database, and may run in browsers. */
const PURE = "^app/domain/(?!.*\\.server\\.tsx?$)";
/** The rooms of a submission from its top to its ground. */
const SUBMISSION = ["offline", "record", "run", "draft", "steps", "music"];

const LOAD_CONTEXT = "^app/load-context\\.server\\.ts$";
const app = (...rooms) => rooms.map((room) => `^app/${room}/`);

/** Files of `from` may import our own files only where one of `to` matches. */
const only = (name, from, to, pathNot = []) => ({
  name,
  severity: "error",
  from: { path: from, pathNot: [TEST, ...pathNot] },
  to: { path: "^(app|functions|workers|tests|build)/", pathNot: to },
});
const never = (name, from, to, fromNot = []) => ({
  name,
  severity: "error",
  from: { path: from, pathNot: [TEST, ...fromNot] },
  to,
});

const value = (path) => ({ path, dependencyTypesNot: ["type-only"] });

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    only("functions", "^functions/", [
      "^functions/",
      LOAD_CONTEXT,
      ...app("api", "platform"),
      "^app/domain/media/flac/build/",
      "^build/",
    ]),
    only("load-context", LOAD_CONTEXT, [
      ...app("services", "session", "observability", "platform"),
      PURE,
    ]),
    only("routes", "^app/routes/", [...app("features", "session"), "^app/ui/error-page\\.tsx$"]),
    // A feature imports no other; what two share is in ui, session or domain.
    only("features", "^app/features/([^/]+)/", [
      "^app/features/$1/",
      ...app("ui", "forms", "domain", "session", "platform", "reference", "observability", "jobs"),
      ...app("integrations"),
    ]),
    // What browsers run takes types alone from what runs on the server.
    never("browser-code-to-server", "^app/(features|ui)/", value(SERVER), [SERVER]),
    never("browser-code-to-session", "^app/features/", value("^app/(session|integrations)/"), [
      SERVER,
    ]),
    only("ui", "^app/ui/", app("ui", "forms", "reference", "platform"), ["^app/ui/spotify/"]),
    // The one field of two features that asks a third party.
    only("ui-spotify", "^app/ui/spotify/", [
      ...app("ui", "forms", "reference", "domain/catalogue"),
      "^app/domain/submission/steps/spotify-",
    ]),
    only("api", "^app/api/", [
      ...app("api", "features", "session", "forms", "domain", "integrations", "observability"),
      ...app("jobs", "platform"),
    ]),
    only("session", "^app/session/", [
      ...app("session", "forms", "domain", "observability", "platform"),
    ]),
    only("services", "^app/services/", [
      ...app("services", "domain", "integrations", "jobs", "observability", "platform"),
    ]),
    only("integrations", "^app/integrations/([^/]+)/", [
      "^app/integrations/$1/",
      ...app("domain", "forms", "jobs", "observability", "platform", "reference"),
    ]),
    ...Object.entries(DOMAIN).map(([room, below]) =>
      only(`domain-${room}`, `^app/domain/${room}/`, [
        ...app(...[room, ...below].map((name) => `domain/${name}`)),
        ...app("forms", "jobs", "observability", "platform", "reference"),
      ]),
    ),
    ...[...SUBMISSION, "submission-tables"].slice(1).map((room, above) =>
      never(`domain-submission-${room}`, `^app/domain/submission/${room}`, {
        path: `^app/domain/submission/(${SUBMISSION.slice(0, above + 1).join("|")})/`,
      }),
    ),
    only("forms-and-reference", "^app/(forms|reference)/", app("forms", "reference", "platform")),
    only("jobs-and-observability", "^app/(jobs|observability)/", ["^app/$1/", ...app("platform")]),
    only("platform", "^app/platform/", app("platform")),
    only("workers", "^workers/", [
      "^workers/",
      ...app(
        "services",
        "domain",
        "integrations",
        "jobs",
        "observability",
        "platform",
        "reference",
      ),
    ]),
    never("no-route-to-route", "^app/routes/", { path: "^app/routes/" }),
    never("no-framework-below-features", "^app/(domain|integrations|forms|jobs|platform)/", {
      path: "(^|node_modules/)(react|react-dom|@remix-run|@mantine)(/|$)",
    }),
    never("nothing-imports-tests", "^(app|functions|workers)/", { path: "^tests/" }),
    never("no-circles", "", { circular: true, dependencyTypesNot: ["type-only"] }),
    never("no-unresolvable", "", {
      couldNotResolve: true,
      pathNot: ["^cloudflare:", "^remix-build$", "\\.wasm$"],
    }),
    never("no-junk-drawers", "", {
      path: "/(utils|helpers|misc|lib|common)(/|[.]tsx?$)",
      pathNot: "node_modules",
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.wrangler/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
    },
  },
};
