/**
 * Who may import whom in the house. Every room names what it may look into; anything else fails
 * the build. Pure: a domain file that is neither .server nor .client, nor a .worker of the browser.
 */
const DOMAINS =
  "submission|uploads|clips|media|catalogue|entry|artists|board|drive|mail|jobs|monitoring|bot|staff|privacy";
const domain = `^app/(${DOMAINS})/`;
const pure = `^app/(${DOMAINS})/(?!.*\\.(server|client|worker)\\.tsx?$)`;
/** They need nothing but the language, so anyone may use them. */
const formats = "^app/platform/formats/";
const test = "\\.test\\.tsx?$";

/** What each domain stands on, besides log lines and jobs, which every one may leave; down only. */
const STANDS_ON = {
  submission: ["uploads", "clips", "catalogue", "entry", "bot"],
  board: ["submission"],
  drive: ["submission"],
  mail: ["submission"],
  staff: ["submission", "mail", "board"],
  artists: ["submission"],
  privacy: ["artists", "staff", "drive"],
  clips: ["uploads", "media"],
  uploads: ["media"],
};
const BELOW_ALL = ["jobs", "monitoring"];
const standsOn = (room) => {
  const next = STANDS_ON[room] ?? [];
  return [...new Set([...next, ...next.flatMap(standsOn)])];
};

/** The house from its top to its ground. What is on one floor is told apart by the rules below. */
const FLOORS = [
  ["edges", "functions/|workers/"],
  ["load-context", "app/load-context\\.server\\.ts$"],
  ["routes-and-api", "app/(routes|api)/"],
  ["views", "app/views/"],
  ["components", "app/components/"],
  ["pages", "app/pages/"],
  ["session", "app/session/"],
  [
    "services",
    "app/(services|stores|connections|third-party-probes|mail-and-accounts)\\.server\\.ts$",
  ],
  ["domains", `app/(${DOMAINS})/`],
  ["forms-and-reference", "app/(forms|reference)/"],
  ["platform", "app/platform/"],
];
/** The rooms within the wizard's domain, from its top to its ground, which are its tables. */
const SUBMISSION = ["offline", "record", "run", "draft", "steps", "music"];
/** The rooms within other domains: those that stand on the files beside them, and those below them. */
const ROOMS = {
  uploads: { above: "sending|receiving", below: "advice|reading" },
  artists: { above: "agreement|release|signing|splits" },
  media: { above: "converter" },
  monitoring: { above: "analytics|errors|figures|gathered|incidents|uploads|vitals" },
  staff: { above: "package|review" },
};
const floorsPath = (floors) => `^(${floors.map(([, path]) => path).join("|")})`;
const inOwn = (...rooms) => rooms.map((room) => `^app/${room}/`);
const contexts = "^app/load-context\\.server\\.ts$";
const services =
  "^app/(services|stores|connections|third-party-probes|mail-and-accounts)\\.server\\.ts$";

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
    ...FLOORS.slice(1).map((floor, above) => ({
      name: `no-import-upwards-from-${floor[0]}`,
      comment: "The lower room takes a function, or the upper one does the joining.",
      severity: "error",
      from: { path: floorsPath([floor]), pathNot: [test] },
      to: { path: floorsPath(FLOORS.slice(0, above + 1)) },
    })),
    ...[...SUBMISSION, "submission-tables\\.server\\.ts$"].slice(1).map((room, above) => ({
      name: `no-import-upwards-in-submission-from-${room.split("\\")[0]}`,
      severity: "error",
      from: { path: `^app/submission/${room}`, pathNot: [test] },
      to: { path: `^app/submission/(${SUBMISSION.slice(0, above + 1).join("|")})/` },
    })),
    ...Object.entries(ROOMS).map(([domainName, { above, below = "-" }]) => ({
      name: `no-import-upwards-in-${domainName}`,
      severity: "error",
      from: {
        path: `^app/${domainName}/([^/]+$|(${below})/)`,
        pathNot: [test],
      },
      to: { path: `^app/${domainName}/(${above})/` },
    })),
    {
      name: "no-import-upwards-from-below-uploads",
      severity: "error",
      from: { path: `^app/uploads/(${ROOMS.uploads.below})/`, pathNot: [test] },
      to: { path: "^app/uploads/[^/]+$" },
    },
    ...DOMAINS.split("|").map((room) => ({
      name: `${room}-stands-on`,
      comment: "Among domains, down only: see STANDS_ON.",
      severity: "error",
      from: { path: `^app/${room}/`, pathNot: [test] },
      to: {
        path: domain,
        pathNot: inOwn(room, ...(BELOW_ALL.includes(room) ? [] : BELOW_ALL), ...standsOn(room)),
      },
    })),
    only("functions", "^functions/", [
      "^functions/",
      contexts,
      ...inOwn("api", "platform"),
      "^build/",
    ]),
    only("load-context", contexts, [services, pure, ...inOwn("session", "platform")]),
    only("services", services, [
      services,
      `${domain}.*\\.server\\.ts$`,
      pure,
      ...inOwn("platform"),
    ]),
    only("api", "^app/api/", [...inOwn("api", "pages", "session", "forms", "platform"), domain]),
    only("routes", "^app/routes/", [
      ...inOwn("routes", "views", "pages", "session", "components", "forms"),
      // A page's words: its route says whose they are.
      "^app/reference/pages/",
      domain,
      formats,
    ]),
    only("views", "^app/views/([^/]+)/", [
      // A storey imports no other.
      "^app/views/$1/",
      ...inOwn("components", "forms", "reference"),
      pure,
      formats,
      "^app/.*\\.client\\.tsx?$",
    ]),
    {
      name: "views-shared-by-rooms",
      comment: "What the rooms of a storey share lies beside them and knows none of them.",
      severity: "error",
      from: { path: "^app/views/([^/]+)/[^/]+$", pathNot: [test] },
      to: { path: "^app/views/$1/[^/]+/" },
    },
    {
      name: "views-wear-no-sheet-of-another-room",
      comment: "Two rooms that look alike share a sheet beside them, not one of either.",
      severity: "error",
      from: { path: "^app/views/([^/]+)/([^/]+)/" },
      to: { path: "^app/views/$1/[^/]+/.*\\.css$", pathNot: "^app/views/$1/$2/" },
    },
    only("components", "^app/components/(?!spotify/)", [
      ...inOwn("components", "forms", "reference"),
      formats,
      "^app/platform/.*\\.client\\.tsx?$",
    ]),
    // The one field of two storeys that asks a third party.
    only("components-spotify", "^app/components/spotify/", [
      ...inOwn("components", "forms", "reference"),
      "^app/catalogue/(?!.*\\.server\\.ts$)",
      "^app/submission/steps/spotify-(?!.*\\.server\\.ts$)",
    ]),
    only("pages", "^app/pages/([^/]+)/", [
      // A storey imports no other.
      "^app/pages/$1/",
      "^app/pages/[^/]+$",
      ...inOwn("session", "forms", "platform"),
      domain,
    ]),
    only("pages-shared-by-storeys", "^app/pages/[^/]+$", [
      "^app/pages/[^/]+$",
      ...inOwn("session", "forms", "platform"),
      domain,
    ]),
    only("session", "^app/session/", [...inOwn("session", "forms", "platform"), domain]),
    only("domain-server", `^app/(?!privacy/)(${DOMAINS})/.*\\.server\\.ts$`, [
      pure,
      "^app/$1/.*\\.server\\.ts$",
      // Every domain leaves jobs beside what it stores, in the same batch.
      "^app/jobs/.*\\.server\\.ts$",
      ...inOwn("platform", "forms", "reference"),
    ]),
    // What is held about somebody lies in every room: it does the joining of all those below it.
    only("privacy-server", "^app/privacy/.*\\.server\\.ts$", [
      domain,
      ...inOwn("platform", "forms", "reference"),
    ]),
    only("domain-pure", pure, [pure, formats, ...inOwn("forms", "reference")]),
    only("domain-client", `${domain}.*\\.(client|worker)\\.ts$`, [
      pure,
      `${domain}.*\\.client\\.ts$`,
      formats,
      ...inOwn("forms", "reference"),
    ]),
    only("forms-and-reference", "^app/(forms|reference)/", [
      ...inOwn("forms", "reference"),
      formats,
    ]),
    only("platform", "^app/platform/", inOwn("platform")),
    only("formats", formats, [formats]),
    only("workers", "^workers/", [
      "^workers/",
      services,
      domain,
      ...inOwn("platform"),
      ...inOwn("reference"),
    ]),
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
      from: {
        path: `${pure}|${formats}|^app/(forms|reference)/`,
        pathNot: [test, "^app/forms/.*\\.server\\.ts$"],
      },
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
          "\\.d\\.m?ts$",
          "^(app|tests/bench/bare-remix/app)/routes/",
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
