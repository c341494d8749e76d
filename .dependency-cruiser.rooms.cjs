/**
 * No circles between the rooms of the views, the components, and of the domains that have rooms of their
 * own. A rule between folders sees only whole ones, and tests look back into everything: so it has a
 * cruise of its own, without them.
 */

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles-between-rooms",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: {
      path: "^app/(views|components|artists|media|monitoring|staff|submission|uploads)/",
    },
    exclude: { path: "\\.test\\.tsx?$" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
