import app from "../../../remix.config.js";

/** The floor of `npm run bench -- server`, built as the app itself is. Never deployed. */
/** @type {import("@remix-run/dev").AppConfig} */
export default {
  ...app,
  serverBuildPath: "../../../build/bare-remix/index.js",
  assetsBuildDirectory: "../../../build/bare-remix/public/build",
};
